// Measures the cost of security rules: decisions per second in this process, and the latency they
// add to a read over gRPC. Prints the results; with --check, exits with 1 when a target is missed.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { createMockUserToken } from '@firebase/util';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { DocumentSchema } from '../../packages/firestore/src/gen/google/firestore/v1/document_pb.js';
import { GetDocumentRequestSchema } from '../../packages/firestore/src/gen/google/firestore/v1/firestore_pb.js';
import { compileRuleset, type RulesRequest } from '../../packages/firestore/src/rules/ruleset.ts';
import { EmulatorClient } from '../rules-language/emulator-client.ts';
import { startEmulatorProcess } from '../rules-language/emulator-process.ts';
import { storedFields } from '../rules-language/stored-value.ts';

const TARGET_DECISIONS_PER_SECOND = 200_000;
const MAXIMUM_ADDED_LATENCY_PERCENT = 5;

/**
 * The rules of the shop; the measured request is a user who reads their own document, `allow get:
 * if isUser(uid)`.
 */
const RULES = readFileSync(new URL('../../firestore.rules', import.meta.url), 'utf8');
const USER_DOCUMENT = { uid: 'alice', displayName: 'Alice', theme: 'dark' };
const PATH = 'users/alice';

/** Decisions per second: the best of three runs after a warm-up. */
function measureDecisions(): number {
  const { ruleset } = compileRuleset(RULES);
  if (ruleset === undefined) throw new Error('The rules to measure do not compile.');
  const access = { get: () => null, getAfter: () => null };
  const fields = storedFields(USER_DOCUMENT);
  const token = { sub: 'alice', user_id: 'alice', firebase: { sign_in_provider: 'password' } };
  const createRequest = (): RulesRequest => ({
    method: 'get',
    projectId: 'demo',
    databaseId: '(default)',
    path: PATH.split('/'),
    auth: { uid: 'alice', token },
    time: { seconds: 1_700_000_000n, nanos: 0 },
    resource: { path: PATH.split('/'), fields },
    newResource: null,
  });
  const run = (count: number): number => {
    const start = performance.now();
    for (let i = 0; i < count; i++) {
      if (!ruleset.authorize(createRequest(), access).allowed)
        throw new Error('The measured request was denied.');
    }
    return count / ((performance.now() - start) / 1000);
  };
  run(200_000);
  return Math.max(run(300_000), run(300_000), run(300_000));
}

/** Reads one document over one gRPC connection. */
class Reader {
  readonly #client: Client;
  readonly #metadata = new Metadata();
  readonly #name: string;

  constructor(address: string, client: EmulatorClient, projectId: string) {
    this.#client = new Client(address, credentials.createInsecure());
    this.#name = client.name(PATH);
    this.#metadata.set('authorization', `Bearer ${createMockUserToken({ sub: 'alice' }, projectId)}`);
  }

  read(): Promise<void> {
    const request = create(GetDocumentRequestSchema, { name: this.#name });
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(
        '/google.firestore.v1.Firestore/GetDocument',
        (message: typeof request) => Buffer.from(toBinary(GetDocumentRequestSchema, message)),
        (bytes: Buffer) => fromBinary(DocumentSchema, bytes),
        request,
        this.#metadata,
        (error) => (error === null ? resolve() : reject(error)),
      );
    });
  }

  close(): void {
    this.#client.close();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/**
 * Median latency of a read in milliseconds, without and with rules. The reads alternate, so that
 * load affects both alike.
 */
async function measureReads(): Promise<{ without: number; withRules: number }> {
  const emulator = await startEmulatorProcess();
  const readers: Reader[] = [];
  try {
    for (const projectId of ['bench-open', 'bench-rules']) {
      const client = new EmulatorClient(emulator.address, projectId);
      if (projectId === 'bench-rules') await client.putRules(RULES);
      const document = {
        update: { name: client.name(PATH), fields: { uid: { stringValue: 'alice' } } },
      };
      const { status } = await client.call(
        { verb: 'POST', path: ':commit', body: { writes: [document] } },
        'owner',
      );
      if (status !== 200) throw new Error(`The document to read was not stored: ${status}.`);
      readers.push(new Reader(emulator.address, client, projectId));
    }
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < 6000; round++) {
      for (const [index, reader] of readers.entries()) {
        const start = performance.now();
        await reader.read();
        if (round >= 2000) times[index as 0 | 1].push(performance.now() - start);
      }
    }
    return { without: median(times[0]), withRules: median(times[1]) };
  } finally {
    for (const reader of readers) reader.close();
    await emulator.stop();
  }
}

const { values: flags } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const decisionsPerSecond = measureDecisions();
console.log(
  `in process: ${Math.round(decisionsPerSecond).toLocaleString('en')} decisions/s (target ${TARGET_DECISIONS_PER_SECOND.toLocaleString('en')})`,
);
const { without, withRules } = await measureReads();
const addedPercent = ((withRules - without) / without) * 100;
console.log(
  `over gRPC: getDocument ${(without * 1000).toFixed(0)} us without rules, ${(withRules * 1000).toFixed(0)} us with them: ` +
    `${addedPercent.toFixed(1)} % added (target below ${MAXIMUM_ADDED_LATENCY_PERCENT} %)`,
);
const meetsTargets =
  decisionsPerSecond >= TARGET_DECISIONS_PER_SECOND && addedPercent < MAXIMUM_ADDED_LATENCY_PERCENT;
if (flags.check && !meetsTargets) process.exitCode = 1;
