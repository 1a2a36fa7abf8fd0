import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { restRequest } from './rest-client.ts';

vi.mock('../config/backend.ts', () => ({
  loadBackendConfig: async () => ({ projectId: 'demo-rest', apiKey: 'key', emulators: {} }),
}));

const DOCUMENTS = 'projects/demo-rest/databases/(default)/documents';
const STORED = `${DOCUMENTS}/products/a b`;

/** The statuses of the responses: browsers log errors. */
const statuses: number[] = [];

/** Responds like Firestore with `STORED` as its only document. */
function respond(url: string, { body }: { readonly body?: string } = {}): Response {
  const name = body === undefined ? '' : (JSON.parse(body) as { documents: string[] }).documents[0];
  if (!new URL(url).pathname.endsWith(':batchGet')) return Response.json({}, { status: 404 });
  if (name?.endsWith('__id__')) return Response.json({}, { status: 400 });
  const document = { name, fields: { price: { integerValue: '45' } } };
  return Response.json([name === STORED ? { found: document } : { missing: name }]);
}

beforeEach(() => {
  statuses.length = 0;
  vi.stubGlobal('fetch', async (url: string, init?: { readonly body?: string }) => {
    const response = respond(url, init);
    statuses.push(response.status);
    return response;
  });
});
afterEach(() => vi.unstubAllGlobals());

it('a document is read by its decoded path', async () => {
  expect(await restRequest({ op: 'get', path: 'products/a%20b' })).toEqual({ id: 'a b', price: 45 });
});

it('a missing document is null, without a response that browsers log as an error', async () => {
  expect(await restRequest({ op: 'get', path: 'settings/pages' })).toBeNull();
  expect(statuses).toEqual([200]);
});

it.each(['products/__id__', 'products/a%2Fb'])(
  'a name that no document can have is null: %s',
  async (path) => {
    expect(await restRequest({ op: 'get', path })).toBeNull();
  },
);
