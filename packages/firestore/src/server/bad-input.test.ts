// Tests every HTTP endpoint with every kind of bad input. Add new endpoints to ENDPOINTS.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { toJson } from '@bufbuild/protobuf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DocumentSchema } from '../gen/google/firestore/v1/document_pb.js';
import { type RunningEmulator, startEmulator } from './start-emulator.ts';

/** The ids in a request's path and body, percent-encoded as in a path. */
interface Ids {
  readonly project: string;
  readonly database: string;
  readonly collection: string;
  readonly document: string;
  readonly trigger: string;
}

interface Endpoint {
  readonly method: string;
  readonly path: (ids: Ids) => string;
  /** The body of a valid request; absent if no body is read. */
  readonly body?: (ids: Ids) => unknown;
  /** The ids that it uses. */
  readonly ids: readonly (keyof Ids)[];
  /**
   * An empty documentId requests a generated one; an empty collection id in a query or deletion
   * stands for all.
   */
  readonly mayBeEmpty?: keyof Ids;
  /**
   * If true, the body is a WebChannel form around the JSON, which is processed after the response.
   */
  readonly isForm?: boolean;
}

const IDS: Ids = { project: 'p', database: 'd', collection: 'c', document: 'x', trigger: 't' };

const decoded = (ids: Ids): Ids =>
  Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, decodeURIComponent(id)]),
  ) as unknown as Ids;
const databaseName = ({ project, database }: Ids): string => `projects/${project}/databases/${database}`;
const documentName = (ids: Ids): string => `${databaseName(ids)}/documents/${ids.collection}/${ids.document}`;

const DATABASE_IDS = ['project', 'database'] as const;
const DOCUMENT_IDS = [...DATABASE_IDS, 'collection', 'document'] as const;
const VALUE = { fields: { a: { stringValue: 'text' } } };

function verb(
  name: string,
  body: (ids: Ids) => unknown,
  ids: readonly (keyof Ids)[] = DOCUMENT_IDS,
): Endpoint {
  return { method: 'POST', path: (each) => `/v1/${databaseName(each)}/documents:${name}`, body, ids };
}

function queryVerb(name: string, body: (ids: Ids) => unknown): Endpoint {
  return { ...verb(name, body, [...DATABASE_IDS, 'collection']), mayBeEmpty: 'collection' };
}

const query = ({ collection }: Ids): unknown => ({
  structuredQuery: { from: [{ collectionId: collection }] },
});

function verbBelowDocument(name: string, body: (ids: Ids) => unknown): Endpoint {
  return { method: 'POST', path: (ids) => `/v1/${documentName(ids)}:${name}`, body, ids: DOCUMENT_IDS };
}

function admin(method: string, path: string, body?: (ids: Ids) => unknown): Endpoint {
  return {
    method,
    path: ({ project }) => `/emulator/v1/projects/${project}${path}`,
    ids: ['project'],
    ...(body !== undefined && { body }),
  };
}

function adminOfDatabase(method: string, path: string, body?: (ids: Ids) => unknown): Endpoint {
  const endpoint = admin(method, path, body);
  return { ...endpoint, path: (ids) => `/emulator/v1/${databaseName(ids)}${path}`, ids: DATABASE_IDS };
}

const write = (ids: Ids): unknown => ({ update: { name: documentName(ids), ...VALUE } });
const rules = (): unknown => ({ rules: { files: [{ name: 'r', content: 'service cloud.firestore {}' }] } });
const trigger = (): unknown => ({ eventType: 'google.cloud.firestore.document.v1.written' });
const channel = (name: string): Endpoint => ({
  method: 'POST',
  path: ({ project }) =>
    `/google.firestore.v1.Firestore/${name}/channel?VER=8&RID=1&database=${encodeURIComponent(`projects/${project}`)}`,
  body: () => ({}),
  ids: [],
  isForm: true,
});

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  health: { method: 'GET', path: () => '/', ids: [] },
  getDocument: { method: 'GET', path: (ids) => `/v1/${documentName(ids)}`, ids: DOCUMENT_IDS },
  listDocuments: {
    method: 'GET',
    path: (ids) => `/v1/${databaseName(ids)}/documents/${ids.collection}`,
    ids: [...DATABASE_IDS, 'collection'],
  },
  createDocument: {
    method: 'POST',
    path: (ids) => `/v1/${databaseName(ids)}/documents/${ids.collection}?documentId=${ids.document}`,
    body: () => VALUE,
    ids: DOCUMENT_IDS,
    mayBeEmpty: 'document',
  },
  updateDocument: {
    method: 'PATCH',
    path: (ids) => `/v1/${documentName(ids)}`,
    body: () => VALUE,
    ids: DOCUMENT_IDS,
  },
  deleteDocument: { method: 'DELETE', path: (ids) => `/v1/${documentName(ids)}`, ids: DOCUMENT_IDS },
  batchGet: verb('batchGet', (ids) => ({ documents: [documentName(ids)] })),
  commit: verb('commit', (ids) => ({ writes: [write(ids)] })),
  batchWrite: verb('batchWrite', (ids) => ({ writes: [write(ids)] }), DATABASE_IDS),
  beginTransaction: verb('beginTransaction', () => ({}), DATABASE_IDS),
  rollback: verb('rollback', () => ({ transaction: 'AAAA' }), DATABASE_IDS),
  runQuery: queryVerb('runQuery', query),
  runQueryBelow: verbBelowDocument('runQuery', query),
  runAggregationQuery: queryVerb('runAggregationQuery', (ids) => ({
    structuredAggregationQuery: { ...(query(ids) as object), aggregations: [{ alias: 'n', count: {} }] },
  })),
  partitionQuery: queryVerb('partitionQuery', ({ collection }) => ({
    structuredQuery: { from: [{ collectionId: collection, allDescendants: true }] },
    partitionCount: '2',
  })),
  listCollectionIds: verbBelowDocument('listCollectionIds', () => ({})),
  executePipeline: verb('executePipeline', () => ({}), DATABASE_IDS),
  writeStream: verb('write', () => ({}), DATABASE_IDS),
  listen: verb(
    'listen',
    (ids) => ({ addTarget: { targetId: 1, documents: { documents: [documentName(ids)] } } }),
    // Errors about its documents are sent in the stream; see below.
    DATABASE_IDS,
  ),
  v1beta1GetDocument: { method: 'GET', path: (ids) => `/v1beta1/${documentName(ids)}`, ids: DOCUMENT_IDS },
  v1beta1Commit: {
    ...verb('commit', (ids) => ({ writes: [write(ids)] })),
    path: (ids) => `/v1beta1/${databaseName(ids)}/documents:commit`,
  },
  getDatabase: { method: 'GET', path: (ids) => `/v1/${databaseName(ids)}`, ids: DATABASE_IDS },
  listDatabases: {
    method: 'GET',
    path: ({ project }) => `/v1/projects/${project}/databases`,
    ids: ['project'],
  },
  webChannelListen: channel('Listen'),
  webChannelWrite: channel('Write'),
  webChannelBack: {
    method: 'GET',
    path: () =>
      '/google.firestore.v1.Firestore/Listen/channel?VER=8&RID=rpc&SID=none&CI=0&AID=0&TYPE=xmlhttp',
    ids: [],
  },
  securityRules: admin('PUT', ':securityRules', rules),
  getSecurityRules: admin('GET', ':securityRules'),
  databaseRules: adminOfDatabase('PUT', ':securityRules', rules),
  getDatabaseRules: adminOfDatabase('GET', ':securityRules'),
  databaseCoverage: adminOfDatabase('GET', ':ruleCoverage'),
  ruleCoverage: admin('GET', ':ruleCoverage'),
  sentEvents: admin('GET', '/events'),
  limits: admin('GET', '/limits'),
  redeliver: admin('POST', '/events/e:redeliver', () => ({
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  })),
  testRules: {
    method: 'POST',
    path: ({ project }) => `/v1/projects/${project}:test`,
    body: () => ({ source: { files: [{ content: 'service cloud.firestore {}' }] } }),
    ids: ['project'],
  },
  ruleCoverageHtml: admin('GET', ':ruleCoverage.html'),
  ruleCoverageLcov: admin('GET', ':ruleCoverage.lcov'),
  export: {
    ...admin('POST', ':export', (ids) => ({
      database: databaseName(ids),
      export_directory: 'exports',
      export_name: 'e',
    })),
    ids: DATABASE_IDS,
  },
  databaseExport: adminOfDatabase('POST', ':export', () => ({
    export_directory: 'exports',
    export_name: 'e',
  })),
  import: {
    ...admin('POST', ':import', (ids) => ({ database: databaseName(ids), export_directory: 'imports' })),
    ids: DATABASE_IDS,
  },
  databaseImport: adminOfDatabase('POST', ':import', () => ({ export_directory: 'imports' })),
  advanceClock: {
    method: 'POST',
    path: () => '/_savepoint/clock/advance',
    body: () => ({ seconds: 1 }),
    ids: [],
  },
  clearDocuments: {
    method: 'DELETE',
    path: (ids) => `/emulator/v1/${documentName(ids)}`,
    ids: DOCUMENT_IDS,
  },
  putTrigger: {
    method: 'PUT',
    path: ({ project, trigger: key }) => `/emulator/v1/projects/${project}/triggers/${key}`,
    body: trigger,
    ids: ['project', 'trigger'],
  },
  eventarcTrigger: {
    method: 'POST',
    path: ({ project, trigger: key }) =>
      `/emulator/v1/projects/${project}/eventarcTrigger?eventarcTriggerId=${key}`,
    body: trigger,
    ids: ['project', 'trigger'],
  },
};

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

let emulator: RunningEmulator;
let exportRoot: string;

beforeAll(async () => {
  exportRoot = mkdtempSync(join(tmpdir(), 'savepoint-bad-input-'));
  emulator = await startEmulator({ exportRoot, websocketPort: 0, log: () => {} });
  // Replacing rules requires existing ones, and clearing requires documents.
  await send('PUT', ENDPOINTS.securityRules?.path(IDS) as string, { body: JSON.stringify(openRules) });
  await send('PATCH', `/v1/${documentName(IDS)}`, { body: JSON.stringify(VALUE) });
});

afterAll(async () => {
  await emulator.close();
  rmSync(exportRoot, { recursive: true });
});

const openRules = {
  rules: {
    files: [
      {
        content:
          'service cloud.firestore { match /databases/{d}/documents { match /{p=**} { allow read, write; } } }',
      },
    ],
  },
};

const HANG_TIMEOUT_MS = 20_000;

/** Sends a request unchanged: `fetch` would normalize the path, and sets Host and Origin itself. */
function send(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string | Buffer | undefined } = {},
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = httpRequest(
      { host: '127.0.0.1', port: emulator.port, method, path, headers: { ...length, ...headers } },
      (response) => {
        const received = readText(response);
        received.then(
          (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          reject,
        );
      },
    );
    sent.on('error', reject);
    sent.setTimeout(HANG_TIMEOUT_MS, () => sent.destroy(new Error(`${method} ${path} got no response`)));
    sent.end(body);
  });
}

/** The state that no bad request may change: documents, rules, exported files. */
function state(): unknown {
  const documents = [...emulator.emulator.databases()].flatMap((name) =>
    [...emulator.emulator.scan(name)].map((document) => toJson(DocumentSchema, document)),
  );
  return { documents, files: readdirSync(exportRoot), ruleset: emulator.emulator.ruleset('p') };
}

const CANONICAL_STATUS: Readonly<Record<string, number>> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  UNIMPLEMENTED: 501,
};

function expectError({ status, text }: Received, expected?: string): void {
  const { error } = ([JSON.parse(text)].flat() as { error: Record<string, unknown> }[])[0] ?? {};
  expect(error, text).toMatchObject({ code: status, message: expect.stringMatching(/\w+ \w+/) });
  expect(CANONICAL_STATUS).toHaveProperty(String(error?.status), status);
  expect(String(error?.message)).not.toMatch(/Internal error|call stack/);
  if (expected !== undefined) expect(error?.status).toBe(expected);
}

async function sendBody(
  endpoint: Endpoint,
  json: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Received> {
  const body =
    endpoint.isForm === true
      ? new URLSearchParams({ count: '1', ofs: '0', req0___data__: String(json) }).toString()
      : json;
  return send(endpoint.method, endpoint.path(IDS), { body, headers });
}

const LIMIT_BYTES = 11_534_336;
/** One byte above the limit. */
const OVERSIZED_JSON = Buffer.from(`{"x":"${'x'.repeat(LIMIT_BYTES - 7)}"}`);

const ALL = Object.entries(ENDPOINTS);
const WITH_BODY = ALL.filter(([, { body }]) => body !== undefined);
const WITH_JSON = WITH_BODY.filter(([, { isForm }]) => isForm !== true);

const FOREIGN: readonly Record<string, string>[] = [
  { host: 'evil.test' },
  { host: 'localhost.evil.test:8080' },
  { host: '0.0.0.0' },
  { origin: 'http://evil.test' },
  { origin: 'http://127.0.0.1.evil.test:5173' },
  { origin: 'null' },
  { origin: '' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  { origin: 'http://evil.test', host: 'localhost', 'sec-fetch-site': 'same-origin' },
];

describe.each(ALL)('%s', (_name, endpoint) => {
  it('refuses foreign hosts, foreign origins and requests from other sites without CORS headers', async () => {
    const before = state();
    for (const headers of FOREIGN) {
      const body = endpoint.body === undefined ? undefined : JSON.stringify(endpoint.body(IDS));
      const response = await send(endpoint.method, endpoint.path(IDS), {
        body,
        headers: { authorization: 'Bearer owner', ...headers },
      });
      expectError(response, 'PERMISSION_DENIED');
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    expect(state()).toEqual(before);
  });

  it('refuses the preflight of a foreign origin and allows that of a page on this machine', async () => {
    const preflight = (origin: string) =>
      send('OPTIONS', endpoint.path(IDS), {
        headers: {
          origin,
          'access-control-request-method': endpoint.method,
          'access-control-request-headers': 'authorization',
          'access-control-request-private-network': 'true',
        },
      });
    const foreign = await preflight('http://evil.test');
    expectError(foreign, 'PERMISSION_DENIED');
    expect(Object.keys(foreign.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    for (const origin of ['http://localhost:5173', 'http://[::1]:3000', 'https://shop.localhost']) {
      const { status, headers } = await preflight(origin);
      expect([status, headers['access-control-allow-origin']]).toEqual([204, origin]);
    }
  });

  it('rejects other methods', async () => {
    const before = state();
    for (const method of ['PUT', 'REPORT', 'TRACE', 'OPTIONS']) {
      if (method !== endpoint.method) expectError(await send(method, endpoint.path(IDS), { body: '{}' }));
    }
    expect(state()).toEqual(before);
  });

  it('ignores or rejects an unexpected body above the limit of 11 MiB', async () => {
    const before = state();
    const { body, method } = endpoint;
    const response = await sendBody(endpoint, OVERSIZED_JSON);
    if (body !== undefined) expectError(response, 'INVALID_ARGUMENT');
    else expect(response.status).not.toBe(500);
    if (method !== 'DELETE') expect(state()).toEqual(before);
    // The deletions have deleted the document.
    else await send('PATCH', `/v1/${documentName(IDS)}`, { body: JSON.stringify(VALUE) });
  });

  if (endpoint.body !== undefined) {
    it('rejects a body with another type or encoding, and one that is not UTF-8', async () => {
      const before = state();
      for (const type of ['multipart/form-data; boundary=x', 'image/png', 'application/xml', 'text/html']) {
        expectError(await sendBody(endpoint, '{}', { 'content-type': type }), 'INVALID_ARGUMENT');
      }
      for (const body of [Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), Buffer.from([0x1f, 0x8b, 8, 0])]) {
        const headers = { 'content-type': 'application/json' };
        expectError(await send(endpoint.method, endpoint.path(IDS), { body, headers }), 'INVALID_ARGUMENT');
      }
      expect(state()).toEqual(before);
    });
  }

  const tricks = ['..', '.', '__x__', '%2e%2e', '%2E', '', '%2F', 'a%2Fb', '%ED%A0%80', '%'];
  const projectTricks = ['a%00b', '%5C', '%252e%252e', 'a%3Fb', 'a%23b', 'a%20b'];

  it.each(endpoint.ids)('rejects an invalid %s id', async (id) => {
    const isDocumentId = id === 'collection' || id === 'document';
    for (const trick of isDocumentId ? tricks : [...tricks, ...projectTricks]) {
      const ids: Ids = { ...IDS, [id]: trick };
      if (trick === '' && endpoint.mayBeEmpty === id) continue;
      // Only URLs can contain percent-encoding that is not UTF-8.
      const isDecodable = trick !== '%' && trick !== '%ED%A0%80';
      if (!isDecodable && endpoint.path(ids) === endpoint.path(IDS)) continue;
      const before = state();
      const body = isDecodable ? endpoint.body?.(decoded(ids)) : endpoint.body?.(IDS);
      const response = await send(endpoint.method, endpoint.path(ids), {
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      expect(response.text, `${trick} in ${endpoint.path(ids)}`).not.toBe('');
      expectError(response);
      expect(state()).toEqual(before);
    }
  });
});

const nested = (depth: number, open: string, close: string, inner: string): string =>
  open.repeat(depth) + inner + close.repeat(depth);

/** Deeply nested values where each endpoint expects a value, by depth. */
const DEEP: Readonly<Record<string, (depth: number) => string>> = {
  'an unknown field': (depth) => nested(depth, '{"a":', '}', '{}'),
  'an array': (depth) => nested(depth, '[', ']', ''),
  fields: (depth) => nested(depth, '{"fields":{"a":{"mapValue":', '}}}', '{}'),
  'a write': (depth) =>
    `{"writes":[{"update":{"name":"${documentName(IDS)}","fields":{"a":${nested(depth, '{"arrayValue":{"values":[{"mapValue":{"fields":{"a":', '}}}]}}', '{"nullValue":null}')}}}}]}`,
  'a filter': (depth) =>
    `{"structuredQuery":{"from":[{"collectionId":"c"}],"where":${nested(depth, '{"compositeFilter":{"op":"AND","filters":[', ']}}', '{"unaryFilter":{"op":"IS_NULL","field":{"fieldPath":"a"}}}')}}}`,
  'a cursor': (depth) =>
    `{"structuredQuery":{"from":[{"collectionId":"c"}],"orderBy":[{"field":{"fieldPath":"a"}}],"startAt":{"values":[${nested(depth, '{"mapValue":{"fields":{"a":', '}}}', '{"nullValue":null}')}]}}}`,
  'a registration': (depth) =>
    `{"eventType":${nested(depth, '[', ']', '')},"eventTrigger":{"eventType":${nested(depth, '[', ']', '')}}}`,
  rules: (depth) =>
    JSON.stringify({
      rules: {
        files: [
          {
            content: `service cloud.firestore { match /databases/{d}/documents { match /c/{x} { allow read: if ${nested(depth, '(', ')', 'true')}; } } }`,
          },
        ],
      },
    }),
};

describe.each(WITH_JSON)('%s', (_name, endpoint) => {
  it.each([1_500, 4_000, 20_000])('rejects JSON %i levels deep', async (depth) => {
    const before = state();
    for (const [kind, body] of Object.entries(DEEP)) {
      const response = await sendBody(endpoint, body(depth));
      expect(response.status, kind).not.toBe(500);
      expectError(response);
    }
    expect(state()).toEqual(before);
  });

  it.each(['"\\ud800"', '"\\udc00\\ud800"', '"\\ud83dx\\n"', '"a\\uDFFF"', '"\\ud83d\\ud83d\\ude00"'])(
    'rejects the lone surrogate in %s',
    async (string) => {
      const before = state();
      const valid = JSON.stringify(endpoint.body?.(IDS));
      for (const body of [
        `{${string}:1}`,
        `{"x":${string},${valid.slice(1)}`,
        valid.replaceAll('"text"', string),
      ]) {
        if (body !== valid) expectError(await sendBody(endpoint, body), 'INVALID_ARGUMENT');
      }
      expect(state()).toEqual(before);
    },
  );
});

it('createDocument reads a body of 50 MB to its end and rejects it', async () => {
  const { createDocument } = ENDPOINTS as { createDocument: Endpoint };
  const json = Buffer.from(`{"x":"${'x'.repeat(50_000_000)}"}`);
  expectError(await sendBody(createDocument, json), 'INVALID_ARGUMENT');
});

it.each(['..', '__x__', ''])(
  'listen removes a target with the document id %j at once, with the reason',
  async (id) => {
    const name = documentName({ ...IDS, document: id });
    const body = JSON.stringify({ addTarget: { targetId: 1, documents: { documents: [name] } } });
    const controller = new AbortController();
    const url = `http://127.0.0.1:${emulator.port}/v1/${databaseName(IDS)}/documents:listen`;
    const response = await fetch(url, { method: 'POST', body, signal: controller.signal });
    const { value } = (await response.body?.getReader().read()) ?? {};
    const first = JSON.parse(`${Buffer.from(value ?? []).toString()}]`);
    expect(first).toEqual([
      {
        targetChange: {
          targetChangeType: 'REMOVE',
          targetIds: [1],
          cause: { code: 3, message: expect.stringMatching(/invalid|empty/) },
        },
      },
    ]);
    controller.abort();
  },
);
