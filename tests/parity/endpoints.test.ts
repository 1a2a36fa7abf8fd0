// The emulator-only endpoints and v1beta1, sent to Google's emulator and then to ours.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningEmulator, startEmulator } from '../../packages/firestore/src/server/start-emulator.ts';
import { IS_DEEP_RUN } from '../support/deep-run.ts';
import {
  findGoogleEmulatorJar,
  type GoogleEmulator,
  startGoogleEmulator,
} from '../support/google-emulator.ts';

// Java takes seconds to start on a machine that runs other suites at the same time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const jar = findGoogleEmulatorJar();
const REQUEST_TIMEOUT_MS = 30_000;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly authorization?: string;
}

const ADMIN = '/emulator/v1/projects/PROJECT';
const SECOND = `${ADMIN}/databases/second`;
const documents = (database = '(default)', version = 'v1'): string =>
  `/${version}/projects/PROJECT/databases/${database}/documents`;
const rules = (condition: string) => ({
  rules: {
    files: [
      {
        name: 'a.rules',
        content: `rules_version = '2';\nservice cloud.firestore {\n  match /databases/{d}/documents {\n    match /{p=**} { allow read, write: if ${condition}; }\n  }\n}`,
      },
    ],
  },
});
const get = (path: string): Request => ({ method: 'GET', path });
const put = (path: string, body: unknown): Request => ({ method: 'PUT', path, body });
const post = (path: string, body: unknown): Request => ({
  method: 'POST',
  path,
  body,
  authorization: 'Bearer owner',
});
const patch = (path: string): Request => ({
  method: 'PATCH',
  path,
  body: { fields: { a: { integerValue: '1' } } },
  authorization: 'Bearer owner',
});
/** `claims` as a token with padded base64url parts, which differ from unpadded ones. */
const padded = (claims: object): string => {
  const encode = (part: object): string => {
    const text = Buffer.from(JSON.stringify(part)).toString('base64url');
    return text + '='.repeat(-text.length & 3);
  };
  return `Bearer ${encode({ alg: 'none' })}.${encode(claims)}.`;
};

/** Each uses a separate project. */
const CASES: Readonly<Record<string, readonly Request[]>> = {
  'a project without rules': [
    get(`${ADMIN}:securityRules`),
    get(`${ADMIN}:ruleCoverage`),
    get(`${documents()}/c/d`),
    get(`${SECOND}:securityRules`),
  ],
  'rules that are put and read': [
    put(`${ADMIN}:securityRules`, rules('false')),
    get(`${ADMIN}:securityRules`),
    get(`${documents()}/c/d`),
    get(`${ADMIN}:ruleCoverage`),
  ],
  'rules of one database': [
    put(`${SECOND}:securityRules`, rules('false')),
    get(`${SECOND}:securityRules`),
    get(`${documents('second')}/c/d`),
    get(`${documents()}/c/d`),
    put(`${ADMIN}:securityRules`, { ...rules('true'), database: 'projects/PROJECT/databases/third' }),
    get(`${ADMIN}:securityRules?database=projects/PROJECT/databases/third`),
    put(`${ADMIN}:securityRules`, { ...rules('true'), database: 'third' }),
    get(`${ADMIN}:ruleCoverage?database=projects/PROJECT/databases/second`),
    get(`${SECOND}:ruleCoverage`),
  ],
  'rules that do not compile': [
    put(`${ADMIN}:securityRules`, rules('duration > 2')),
    put(`${ADMIN}:securityRules`, { ...rules('duration > 2'), ignore_errors: true }),
  ],
  'a method that does not exist': [
    put(`${ADMIN}:securityRules`, JSON.parse(JSON.stringify(rules('true')).replace('read,', 'raed,'))),
  ],
  v1beta1: [
    patch(`${documents('(default)', 'v1beta1')}/c/d`),
    get(`${documents('(default)', 'v1beta1')}/c/d`),
    post(`${documents('(default)', 'v1beta1')}:commit`, {
      writes: [{ update: { name: 'projects/PROJECT/databases/(default)/documents/c/e', fields: {} } }],
    }),
    post(`${documents('(default)', 'v1beta1')}:listCollectionIds`, {}),
    post(`${documents('(default)', 'v1beta1')}:batchGet`, {
      documents: ['projects/PROJECT/databases/(default)/documents/c/missing'],
    }),
    post(`${documents('(default)', 'v1beta1')}:runAggregationQuery`, {
      structuredAggregationQuery: {
        structuredQuery: { from: [{ collectionId: 'c' }] },
        aggregations: [{ count: {} }],
      },
    }),
  ],
  'an import of nothing': [
    post(`${ADMIN}:import`, {
      database: 'projects/PROJECT/databases/(default)',
      export_directory: 'savepoint-no-such-export',
    }),
    post(`${SECOND}:import`, { export_directory: 'savepoint-no-such-export' }),
  ],
  'a token with padding': [
    put(`${ADMIN}:securityRules`, rules("request.auth.uid == 'a~~?>>'")),
    { ...get(`${documents()}/c/d`), authorization: padded({ sub: 'a~~?>>' }) },
    { ...get(`${documents()}/c/d`), authorization: padded({ sub: 'b~~?>>' }) },
  ],
};

const DIFFERENT = new Set(['createTime', 'updateTime', 'readTime', 'commitTime', 'description']);

/**
 * A response without the parts that may differ: times, texts of errors and warnings, and the text
 * of rules that allow everything.
 */
function comparable(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(comparable);
  if (typeof json !== 'object' || json === null) return json;
  const { error, ...members } = json as { [name: string]: unknown };
  if (error !== undefined) return { error: (error as { code: number }).code };
  if (members.name === 'OPEN_RULES') return { name: 'OPEN_RULES' };
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      DIFFERENT.has(name) ? 'present' : comparable(value),
    ]),
  );
}

async function send(host: string, { method, path, body, authorization }: Request, project: string) {
  const text = body === undefined ? undefined : JSON.stringify(body).replaceAll('PROJECT', project);
  const response = await fetch(`http://${host}${path.replaceAll('PROJECT', project)}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(authorization !== undefined && { authorization }),
    },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    ...(text !== undefined && { body: text }),
  });
  return { request: `${method} ${path}`, status: response.status, json: comparable(await response.json()) };
}

describe.runIf(IS_DEEP_RUN && jar !== undefined)(
  "the endpoints of Google's emulator, where it is installed",
  () => {
    let google: GoogleEmulator;
    let ours: RunningEmulator;

    beforeAll(async () => {
      google = await startGoogleEmulator({ jar: jar as string });
      ours = await startEmulator({ log: () => {} });
    });

    afterAll(async () => {
      await ours?.close();
      await google?.stop();
    });

    it.each(Object.keys(CASES))('respond like ours to %s', async (name) => {
      const requests = CASES[name] as readonly Request[];
      const project = `demo-${Object.keys(CASES).indexOf(name)}`;
      for (const request of requests) {
        const expected = await send(`127.0.0.1:${google.port}`, request, project);
        expect(await send(ours.host, request, project)).toEqual(expected);
      }
    });
  },
);
