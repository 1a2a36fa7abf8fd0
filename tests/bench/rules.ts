// Measures what rules cost: decisions per second in this process, and what a decision adds to a read over gRPC.
// Prints figures; exits with 1 below the goals when run with --check.
import { readFileSync } from 'node:fs';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { createMockUserToken } from '@firebase/util';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { DocumentSchema } from '../../emulator/firestore/src/gen/google/firestore/v1/document_pb.js';
import { GetDocumentRequestSchema } from '../../emulator/firestore/src/gen/google/firestore/v1/firestore_pb.js';
import { compileRuleset, type RulesRequest } from '../../emulator/firestore/src/rules/ruleset.ts';
import { EmulatorClient } from '../rules-language/emulator-client.ts';
import { startEmulatorProcess } from '../rules-language/emulator-process.ts';
import { storedFields } from '../rules-language/stored-value.ts';

const GOAL_CHECKS_PER_SECOND = 200_000;
const GOAL_ADDED_PERCENT = 5;

/** The shop's own rules: a shopper reads their record, `allow get: if isUser(uid)`. */
const RULES = readFileSync(new URL('../../firestore.rules', import.meta.url), 'utf8');
const RECORD = { uid: 'alice', displayName: 'Alice', theme: 'dark' };
const PATH = 'users/alice';

function measureChecks(): number {
  const { ruleset } = compileRuleset(RULES);
  if (ruleset === undefined) throw new Error('The rules to measure do not compile.');
  const access = { get: () => null, getAfter: () => null };
  const fields = storedFields(RECORD);
  const token = { sub: 'alice', user_id: 'alice', firebase: { sign_in_provider: 'password' } };
  const requestOf = (): RulesRequest => ({
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
      if (!ruleset.authorize(requestOf(), access).allowed)
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

/** Median milliseconds of a read without rules and with them, taken in turns. */
async function measureReads(): Promise<{ without: number; withRules: number }> {
  const emulator = await startEmulatorProcess();
  const readers: Reader[] = [];
  try {
    for (const projectId of ['bench-open', 'bench-ruled']) {
      const client = new EmulatorClient(emulator.address, projectId);
      if (projectId === 'bench-ruled') await client.putRules(RULES);
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

const checks = measureChecks();
console.log(
  `in process: ${Math.round(checks).toLocaleString('en')} checks/s (goal ${GOAL_CHECKS_PER_SECOND.toLocaleString('en')})`,
);
const { without, withRules } = await measureReads();
const added = ((withRules - without) / without) * 100;
console.log(
  `over gRPC: getDocument ${(without * 1000).toFixed(0)} us without rules, ${(withRules * 1000).toFixed(0)} us with them: ` +
    `${added.toFixed(1)} % added (goal below ${GOAL_ADDED_PERCENT} %)`,
);
const met = checks >= GOAL_CHECKS_PER_SECOND && added < GOAL_ADDED_PERCENT;
if (process.argv.includes('--check') && !met) process.exitCode = 1;
