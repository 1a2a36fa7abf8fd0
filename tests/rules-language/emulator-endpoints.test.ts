import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fromBinary } from '@bufbuild/protobuf';
import { anyUnpack, type Struct, StructSchema } from '@bufbuild/protobuf/wkt';
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatusSchema } from '../../packages/firestore/src/gen/google/rpc/status_pb.js';
import {
  assertFullCoverage,
  fetchRuleCoverage,
  parseRuleCoverage,
  uncoveredBranches,
} from './coverage-gate.ts';
import { EmulatorClient } from './emulator-client.ts';
import { type EmulatorProcess, startEmulatorProcess } from './emulator-process.ts';

const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /c/{id} {
      allow get: if request.auth.uid == id;
      allow write: if false;
    }
  }
}
`;
const ALICE = { uid: 'alice' };

let emulator: EmulatorProcess;
let websocketPort: number;

/** Finds a free port: the WebSocket port of the requests monitor must be specified. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(async () => {
  websocketPort = await freePort();
  emulator = await startEmulatorProcess(['--websocket_port', String(websocketPort)]);
}, 30_000);

afterAll(() => emulator.stop());

const get = (id: string) => ({ verb: 'GET', path: `/c/${id}` }) as const;

describe('the security rules endpoint', () => {
  it('rejects rules with an error by line and column, and keeps the previous rules', async () => {
    const client = new EmulatorClient(emulator.address, 'loading');
    await client.putRules(RULES);
    const response = await client.putRules(RULES.replace('request.auth.uid == id', ''));
    expect(response).toEqual({
      status: 400,
      message: "Error compiling rules:\nL5:21 Missing conditional expression after 'if'.",
    });
    expect((await client.call(get('alice'), ALICE)).status).toBe(404);
    expect((await client.call(get('bob'), ALICE)).status).toBe(403);
  });

  it('returns issues with positions when ignore_errors is set', async () => {
    const url = `http://${emulator.address}/emulator/v1/projects/loading:securityRules`;
    const content = RULES.replace('request.auth.uid == id', 'nothing(');
    const offset = content.indexOf('nothing(') + 'nothing('.length;
    const files = [{ name: 'my.rules', content }];
    const body = JSON.stringify({ ignore_errors: true, rules: { files } });
    const response = await fetch(url, { method: 'PUT', body });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      issues: [
        {
          severity: 'ERROR',
          description: "Unexpected ';'.",
          sourcePosition: {
            fileName: 'my.rules',
            line: 5,
            column: 29,
            currentOffset: offset,
            endOffset: offset,
          },
        },
      ],
    });
  });

  it('a malformed token is UNAUTHENTICATED', async () => {
    const url = `http://${emulator.address}/v1/projects/loading/databases/(default)/documents/c/alice`;
    const response = await fetch(url, { headers: { authorization: 'Bearer nonsense' } });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { status: 'UNAUTHENTICATED' } });
  });
});

describe('rule coverage', () => {
  it('is complete after each allow statement has granted and denied a request', async () => {
    const client = new EmulatorClient(emulator.address, 'coverage');
    await client.putRules(RULES);
    const none = await fetchRuleCoverage(emulator.address, 'coverage');
    expect(uncoveredBranches(none).map(({ line, outcome }) => `${line} ${outcome}`)).toEqual([
      '5 granted',
      '5 denied',
      '6 denied',
    ]);
    expect(() => assertFullCoverage(none)).toThrow('the allow statement at line 5 was never granted');
    await client.call(get('alice'), ALICE);
    await client.call(get('bob'), ALICE);
    const write = { delete: client.name('c/alice') };
    await client.call({ verb: 'POST', path: ':commit', body: { writes: [write] } }, ALICE);
    const full = await fetchRuleCoverage(emulator.address, 'coverage');
    expect(uncoveredBranches(full)).toEqual([]);
    assertFullCoverage(full);
  });

  it('is reset when rules are loaded, and shows nothing as covered for a project without rules', async () => {
    const client = new EmulatorClient(emulator.address, 'coverage');
    await client.putRules(RULES);
    expect(uncoveredBranches(await fetchRuleCoverage(emulator.address, 'coverage'))).toHaveLength(3);
    const open = await fetchRuleCoverage(emulator.address, 'no-rules');
    expect(open.lcov).toContain('SF:OPEN_RULES');
    expect(() => assertFullCoverage(open)).toThrow('was never granted');
    expect(() => assertFullCoverage(parseRuleCoverage('TN:\nend_of_record\n'))).toThrow('no allow statement');
  });

  it('is available as an HTML page', async () => {
    const url = `http://${emulator.address}/emulator/v1/projects/coverage:ruleCoverage.html`;
    expect(await (await fetch(url)).text()).toContain('<title>Firestore Rule Coverage Report</title>');
  });
});

describe('the explanation of a denial', () => {
  const summary =
    "firestore.rules:5:21 'request.auth.uid == id' is false (request.auth.uid = 'alice', id = 'bob')";

  it('is in the body of a REST response', async () => {
    const client = new EmulatorClient(emulator.address, 'explained');
    await client.putRules(RULES);
    const url = `http://${emulator.address}/v1/${client.name('c/bob')}`;
    const headers = { authorization: client.authorizationOf(ALICE) };
    const { error } = (await (await fetch(url, { headers })).json()) as { error: { details: unknown } };
    expect(error).toMatchObject({
      code: 403,
      message:
        "\nfalse for 'get' @ L5\n" +
        "firestore.rules:5:21 'request.auth.uid == id' is false (request.auth.uid = 'alice', id = 'bob')",
      details: [{ value: { summary, statements: [{ line: 5, outcome: 'false' }] } }],
    });
  });

  it('is in the trailers of a gRPC call', async () => {
    const client = new EmulatorClient(emulator.address, 'explained');
    const metadata = new Metadata();
    metadata.set('authorization', client.authorizationOf(ALICE));
    const grpc = new Client(emulator.address, credentials.createInsecure());
    const request = Buffer.concat([
      Buffer.from([10, client.name('c/bob').length]),
      Buffer.from(client.name('c/bob')),
    ]);
    const error = await new Promise<ServiceError | null>((resolve) => {
      const same = (bytes: Buffer): Buffer => bytes;
      const method = '/google.firestore.v1.Firestore/GetDocument';
      grpc.makeUnaryRequest(method, same, same, request, metadata, resolve);
    });
    grpc.close();
    const [bytes] = error?.metadata.get('grpc-status-details-bin') ?? [];
    const [detail] = fromBinary(StatusSchema, bytes as Buffer).details;
    const struct = detail === undefined ? undefined : (anyUnpack(detail, StructSchema) as Struct | undefined);
    expect(error?.code).toBe(7);
    expect(struct?.fields.summary?.kind).toEqual({ case: 'stringValue', value: summary });
  });

  it('is sent to the requests monitor, after the earlier evaluations', async () => {
    const client = new EmulatorClient(emulator.address, 'monitored');
    await client.putRules(RULES);
    await client.call(get('bob'), ALICE);
    const socket = new WebSocket(`ws://127.0.0.1:${websocketPort}/requests`);
    const messages: unknown[] = [];
    const received = (count: number): Promise<void> =>
      new Promise((resolve) => {
        socket.addEventListener('message', ({ data }) => {
          messages.push(JSON.parse(String(data)));
          if (messages.length >= count) resolve();
        });
      });
    const both = received(2);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    await client.call(get('alice'), ALICE);
    await both;
    socket.close();
    const [past, next] = messages as [unknown[], unknown];
    const release = { rules: RULES, rulesReleaseName: expect.stringMatching(/^projects\/monitored\//) };
    expect(past.at(-1)).toMatchObject({
      ...release,
      outcome: 'deny',
      rulesContext: {
        method: 'get',
        path: '/databases/(default)/documents/c/bob',
        resource: { nullValue: null },
      },
      granularAllowOutcomes: [{ line: 5, outcome: false }],
      explanation: { summary },
    });
    expect(next).toMatchObject({
      ...release,
      outcome: 'allow',
      granularAllowOutcomes: [{ line: 5, outcome: true }],
    });
  });
});
