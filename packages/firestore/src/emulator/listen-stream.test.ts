import { create } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, it } from 'vitest';
import { StatusCode } from '../core/rpc-error.ts';
import { Fields } from '../core/value.ts';
import { OWNER, type Principal } from '../database/access-control.ts';
import type { Database } from '../database/database.ts';
import type { Mutation } from '../database/mutation.ts';
import {
  TargetChange_TargetChangeType as ChangeType,
  type ListenResponse,
  type Target,
  TargetSchema,
} from '../gen/google/firestore/v1/firestore_pb.js';
import { ListenStream } from '../listen/listen-stream.ts';
import { FirestoreEmulator } from './firestore-emulator.ts';

const DATABASE = 'projects/demo/databases/(default)';
const SIGNED_OUT: Principal = { kind: 'client', auth: null };

let emulator: FirestoreEmulator;
let database: Database;
let stream: ListenStream;
let messages: string[];

/**
 * Formats a message as a short line: 'ADD 1', 'change a [1]', 'delete a [1]', 'CURRENT 1',
 * 'SNAPSHOT' (a global snapshot).
 */
function line({ responseType }: ListenResponse): string {
  const id = (name = '') => name.slice(name.lastIndexOf('/') + 1);
  switch (responseType.case) {
    case 'targetChange': {
      const { targetChangeType, targetIds, cause } = responseType.value;
      if (targetChangeType === ChangeType.NO_CHANGE) return 'SNAPSHOT';
      return `${ChangeType[targetChangeType]} ${targetIds}${cause ? ` code ${cause.code}` : ''}`;
    }
    case 'documentChange': {
      const { document, targetIds, removedTargetIds } = responseType.value;
      const removed = removedTargetIds.length > 0 ? ` removed [${removedTargetIds}]` : '';
      return `change ${id(document?.name)} [${targetIds}]${removed}`;
    }
    case 'documentDelete':
      return `delete ${id(responseType.value.document)} [${responseType.value.removedTargetIds}]`;
    case 'documentRemove':
      return `remove ${id(responseType.value.document)} [${responseType.value.removedTargetIds}]`;
    default:
      return `filter ${responseType.value && 'count' in responseType.value ? responseType.value.count : ''}`;
  }
}

function open(principal: Principal = OWNER): ListenStream {
  const opened = new ListenStream(emulator.hub(DATABASE), principal);
  const received: string[] = [];
  messages = received;
  void (async () => {
    for await (const message of opened.outbox) received.push(line(message));
  })();
  return opened;
}

async function receivedMessages(): Promise<string[]> {
  await new Promise((resolve) => setImmediate(resolve));
  return messages.splice(0);
}

function write(id: string, n: bigint | null): Mutation {
  const fields = new Fields();
  if (n !== null) fields.n = n;
  const kind = n === null ? 'delete' : 'update';
  return { kind, path: `c/${id}`, fields, mask: undefined, transforms: [], precondition: undefined };
}

function queryTarget(targetId: number, init: Partial<Target> = {}, limit?: number): Target {
  const from = [{ collectionId: 'c' }];
  const where = {
    filterType: {
      case: 'fieldFilter' as const,
      value: {
        field: { fieldPath: 'n' },
        op: 3,
        value: { valueType: { case: 'integerValue' as const, value: 0n } },
      },
    },
  };
  const query = {
    from,
    where,
    orderBy: [{ field: { fieldPath: 'n' }, direction: 1 }],
    ...(limit ? { limit } : {}),
  };
  return create(TargetSchema, {
    targetId,
    targetType: {
      case: 'query',
      value: { parent: `${DATABASE}/documents`, queryType: { case: 'structuredQuery', value: query } },
    },
    ...(init as object),
  });
}

function documentTarget(targetId: number, id: string): Target {
  return create(TargetSchema, {
    targetId,
    targetType: { case: 'documents', value: { documents: [`${DATABASE}/documents/c/${id}`] } },
  });
}

beforeEach(() => {
  emulator = new FirestoreEmulator();
  database = emulator.database(DATABASE);
  stream = open();
});

describe('a listen target', () => {
  it('receives its documents, CURRENT and a global snapshot, then only changes', async () => {
    await database.commit([write('a', 1n), write('b', 2n)], OWNER);
    stream.addTarget(queryTarget(1));
    expect(await receivedMessages()).toEqual([
      'ADD 1',
      'change a [1]',
      'change b [1]',
      'CURRENT 1',
      'SNAPSHOT',
    ]);
    await database.commit([write('b', 3n)], OWNER);
    expect(await receivedMessages()).toEqual(['change b [1]', 'SNAPSHOT']);
    await database.commit([write('b', -1n)], OWNER);
    expect(await receivedMessages()).toEqual(['change b [] removed [1]', 'SNAPSHOT']);
    await database.commit([write('a', null)], OWNER);
    expect(await receivedMessages()).toEqual(['delete a [1]', 'SNAPSHOT']);
    await database.commit([write('z', -5n)], OWNER);
    expect(await receivedMessages()).toEqual([]);
  });

  it('shares a document change with the other targets of its stream', async () => {
    stream.addTarget(queryTarget(1));
    stream.addTarget(documentTarget(2, 'a'));
    expect(await receivedMessages()).toEqual([
      'ADD 1',
      'CURRENT 1',
      'SNAPSHOT',
      'ADD 2',
      'delete a [2]',
      'CURRENT 2',
      'SNAPSHOT',
    ]);
    await database.commit([write('a', 1n)], OWNER);
    expect(await receivedMessages()).toEqual(['change a [2,1]', 'SNAPSHOT']);
    stream.removeTarget(1);
    await database.commit([write('a', 2n)], OWNER);
    expect(await receivedMessages()).toEqual(['REMOVE 1', 'change a [2]', 'SNAPSHOT']);
  });

  it('receives the documents that enter and leave the result set of a query with a limit', async () => {
    await database.commit([write('b', 2n), write('c', 3n)], OWNER);
    stream.addTarget(queryTarget(1, {}, 2));
    await receivedMessages();
    await database.commit([write('a', 1n)], OWNER);
    expect(await receivedMessages()).toEqual(['change a [1]', 'change c [] removed [1]', 'SNAPSHOT']);
    await database.commit([write('a', null)], OWNER);
    expect(await receivedMessages()).toEqual(['change c [1]', 'delete a [1]', 'SNAPSHOT']);
  });

  it('is removed with the cause when it is invalid, while the stream stays open', async () => {
    stream.addTarget(create(TargetSchema, { targetId: 7 }));
    stream.addTarget(queryTarget(1));
    expect(await receivedMessages()).toEqual([
      `REMOVE 7 code ${StatusCode.INVALID_ARGUMENT}`,
      'ADD 1',
      'CURRENT 1',
      'SNAPSHOT',
    ]);
  });
});

describe('a resumed target', () => {
  async function token(): Promise<Uint8Array> {
    const { encodeResumeToken: resumeToken } = await import('../database/resume-token.ts');
    return resumeToken(database.now());
  }

  it('receives the documents that were changed or deleted since its resume token', async () => {
    await database.commit([write('a', 1n), write('b', 2n), write('c', 3n)], OWNER);
    const resumeToken = await token();
    await database.commit([write('b', 5n), write('c', null)], OWNER);
    stream.addTarget(queryTarget(1, { resumeType: { case: 'resumeToken', value: resumeToken } }));
    expect(await receivedMessages()).toEqual([
      'ADD 1',
      'change b [1]',
      'delete c [1]',
      'CURRENT 1',
      'SNAPSHOT',
    ]);
  });

  it('receives an existence filter when the client sent expected_count', async () => {
    await database.commit([write('a', 1n), write('b', 2n), write('c', 3n)], OWNER);
    const resumeToken = await token();
    await database.commit([write('c', null)], OWNER);
    const resumeType = { case: 'resumeToken' as const, value: resumeToken };
    stream.addTarget(queryTarget(1, { resumeType, expectedCount: 3 }));
    expect(await receivedMessages()).toEqual(['ADD 1', 'filter 2', 'CURRENT 1', 'SNAPSHOT']);
  });
});

describe('a listen target under security rules', () => {
  const rules = (condition: string) => [
    {
      content: `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents {
        match /c/{id} { allow read: if ${condition}; } } }`,
    },
  ];

  it('is removed with PERMISSION_DENIED when new rules deny it', async () => {
    emulator.setRules('demo', rules('true'));
    stream = open(SIGNED_OUT);
    stream.addTarget(queryTarget(1));
    expect(await receivedMessages()).toEqual(['ADD 1', 'CURRENT 1', 'SNAPSHOT']);
    emulator.setRules('demo', rules('false'));
    expect(await receivedMessages()).toEqual([`REMOVE 1 code ${StatusCode.PERMISSION_DENIED}`]);
    await database.commit([write('a', 1n)], OWNER);
    expect(await receivedMessages()).toEqual([]);
  });

  it('is removed when the rules deny the new version of its document', async () => {
    emulator.setRules('demo', rules('resource.data.n > 0'));
    await database.commit([write('a', 1n)], OWNER);
    stream = open(SIGNED_OUT);
    stream.addTarget(documentTarget(1, 'a'));
    await receivedMessages();
    await database.commit([write('a', -1n)], OWNER);
    expect(await receivedMessages()).toEqual([`REMOVE 1 code ${StatusCode.PERMISSION_DENIED}`]);
  });

  it('receives documentRemove without the new version of a document that the client may not get', async () => {
    emulator.setRules('demo', rules('resource.data.n > 0'));
    await database.commit([write('a', 1n)], OWNER);
    stream = open(SIGNED_OUT);
    stream.addTarget(queryTarget(1));
    await receivedMessages();
    await database.commit([write('a', -1n)], OWNER);
    expect(await receivedMessages()).toEqual(['remove a [1]', 'SNAPSHOT']);
  });
});

it('a stream whose reader falls more than 20,000 messages behind ends with RESOURCE_EXHAUSTED', async () => {
  const slow = new ListenStream(emulator.hub(DATABASE), OWNER);
  slow.addTarget(queryTarget(1));
  for (let i = 0; i < 10_001; i++) await database.commit([write('a', BigInt(i + 1))], OWNER);
  const read = async () => {
    let count = 0;
    for await (const message of slow.outbox) count += message.responseType.case ? 1 : 0;
    return count;
  };
  await expect(read()).rejects.toMatchObject({ code: StatusCode.RESOURCE_EXHAUSTED });
});

it('A document that is written too often beside one with listeners is not found to be sent to them', async () => {
  const nowMs = 1_800_000_000_000;
  emulator = new FirestoreEmulator({ limits: 'warn', clock: () => nowMs * 1000 });
  database = emulator.database(DATABASE);
  for (const _ of [1, 2]) open().addTarget(documentTarget(1, 'a'));
  for (let n = 1n; n <= 13n; n++) await database.commit([write('a', n), write('log', n)], OWNER);
  const sent = emulator.limitsReport('demo').findings.filter(({ limit }) => limit === 'listened-document');
  expect(sent).toMatchObject([{ subject: 'c/a', listeners: 2 }]);
});
