// Every endpoint of a stack, with requests that no client sends. A new endpoint belongs into
// ENDPOINTS; those of Auth come from its own description. The Firestore emulator, the Realtime
// Database, the functions' own input and the dev server have tests of their own
// (packages/firestore/src/server/bad-input.test.ts, packages/database/src/bad-input.test.ts,
// tests/functions/hostile-input.test.ts, dev-server.test.ts).
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type BadRequest,
  badRequests,
  type Endpoint,
  invalidRequests,
  largeRequest,
  sendInTime,
} from './bad-requests.ts';
import type { RawResponse } from './http.ts';
import { requireEnv, resetDeliveries, STACK_SERVERS, type StackServer } from './stack-servers.ts';

const PROJECT = process.env.SAVEPOINT_PROJECT_ID ?? 'demo-savepoint';
/** Included in everything that would be written. */
const MARKER = `bad-input-${randomUUID()}`;
const EVENT = { type: MARKER, id: 'e', source: 's', specVersion: '1.0' };
const ATTRIBUTES = {
  time: { ceTimestamp: '2026-01-01T00:00:00Z' },
  datacontenttype: { ceString: 'text/plain' },
};
const functionPath = (name: string) => `/${PROJECT}/us-central1/${name}`;

const ENDPOINTS: Readonly<Record<string, readonly Endpoint[]>> = {
  hub: [
    { method: 'GET', path: '/' },
    { method: 'GET', path: '/emulators' },
    { method: 'POST', path: '/_admin/export', body: { path: `relative/${MARKER}` } },
    { method: 'PUT', path: '/functions/enableBackgroundTriggers', body: {} },
    { method: 'POST', path: '/dataconnect/clearData', body: {} },
  ],
  logging: [{ method: 'GET', path: '/ID' }],
  eventarc: [
    {
      method: 'POST',
      path: `/emulator/v1/projects/${PROJECT}/triggers/ID`,
      body: { eventTrigger: { eventType: MARKER } },
    },
    {
      method: 'POST',
      path: `/emulator/v1/remove/projects/${PROJECT}/triggers/ID`,
      body: { eventTrigger: { eventType: MARKER } },
    },
    {
      method: 'POST',
      path: `/projects/${PROJECT}/locations/l/channels/ID:publishEvents`,
      body: { events: [{ ...EVENT, attributes: ATTRIBUTES }] },
      isUntyped: true,
    },
    { method: 'POST', path: '/google/publishEvents', body: { events: [EVENT] } },
    { method: 'GET', path: '/google/getTriggers' },
  ],
  tasks: [
    { method: 'POST', path: `/projects/${PROJECT}/locations/l/queues/ID`, body: { retry: false } },
    {
      method: 'POST',
      path: `/projects/${PROJECT}/locations/l/queues/ID/tasks`,
      body: { task: { name: MARKER, httpRequest: { body: Buffer.from('{}').toString('base64') } } },
    },
    { method: 'DELETE', path: `/projects/${PROJECT}/locations/l/queues/q/tasks/ID` },
    { method: 'GET', path: '/queueStats' },
  ],
  functions: [
    { method: 'GET', path: '/backends' },
    { method: 'POST', path: functionPath('ID'), body: { data: {} } },
    {
      method: 'POST',
      path: `/functions/projects/${PROJECT}/triggers/ID`,
      body: { data: {} },
      isOpaque: true,
    },
    {
      method: 'POST',
      path: `/functions/projects/${PROJECT}/trigger_multicast`,
      body: { type: MARKER },
      isOpaque: true,
    },
    { method: 'POST', path: functionPath('subscribeNewsletter'), body: { data: { email: MARKER } } },
    { method: 'POST', path: functionPath('stripeWebhook'), body: { id: MARKER } },
    { method: 'POST', path: functionPath('shopifyWebhook'), body: { id: MARKER } },
    { method: 'GET', path: functionPath('inbox/ID') },
    { method: 'GET', path: functionPath('renderPage/ID') },
  ],
  hosting: [
    { method: 'GET', path: '/ID' },
    { method: 'GET', path: '/product/ID' },
    { method: 'GET', path: '/assets/ID' },
    { method: 'GET', path: '/__/firebase/ID' },
  ],
  storage: [
    { method: 'GET', path: '/v0/b/b/o/ID' },
    { method: 'GET', path: '/v0/b/b/o?prefix=ID' },
    { method: 'POST', path: '/v0/b/b/o?name=ID', body: { unknown: MARKER }, isOpaque: true },
    { method: 'PATCH', path: '/v0/b/b/o/ID', body: { metadata: MARKER } },
    { method: 'DELETE', path: '/v0/b/b/o/ID' },
    { method: 'GET', path: '/b/b/o/ID' },
    { method: 'POST', path: '/b/b/o/ID/rewriteTo/b/b/o/ID', body: { unknown: MARKER } },
    { method: 'GET', path: '/b/ID?X-Goog-Signature=ID' },
    { method: 'PUT', path: '/b/ID?X-Goog-Signature=ID', body: { unknown: MARKER } },
    { method: 'PUT', path: '/internal/setRules', body: { rules: { files: [{ name: MARKER }] } } },
  ],
  stripe: [
    { method: 'GET', path: '/v1/payment_intents/ID', headers: { authorization: 'Bearer sk_test_123' } },
    {
      method: 'POST',
      path: '/v1/refunds',
      headers: { authorization: 'Bearer sk_test_123' },
      body: { payment_intent: MARKER },
      type: 'application/x-www-form-urlencoded',
    },
    { method: 'GET', path: '/pay/ID' },
    { method: 'POST', path: '/_savepoint/faults', body: { unknown: MARKER } },
  ],
  shopify: [
    { method: 'POST', path: '/admin/api/ID/graphql.json', body: { query: MARKER } },
    { method: 'POST', path: '/_savepoint/faults', body: { unknown: MARKER } },
  ],
};

/**
 * Servers whose errors have the format of Google's APIs. Pages, functions, and providers have their
 * own formats, also with a reason.
 */
const CANONICAL = ['hub', 'eventarc', 'tasks'];
const SECRETS = /STRIPE_WEBHOOK_SECRET|SHOPIFY_WEBHOOK_SECRET|root:x:0|node_modules\/firebase-tools/;

function expectGoodResponse(
  server: string,
  { name, isRejected, request }: BadRequest,
  response: RawResponse,
) {
  const { status, body } = response;
  const context = `${request.method} ${request.path.slice(0, 100)} with ${name}: ${status} ${body.slice(0, 300)}`;
  // The Auth emulator lacks some operations and says so.
  expect([500, 502, 503, 504], context).not.toContain(status);
  expect(SECRETS.test(body), context).toBe(false);
  expect(response.headers['set-cookie'], context).toBeUndefined();
  if (isRejected) expect(status, context).toBeGreaterThanOrEqual(400);
  if (status < 400) return;
  expect(body, context).toMatch(/\w{3}/);
  if (CANONICAL.includes(server)) {
    expect(JSON.parse(body), context).toMatchObject({
      error: {
        code: status,
        status: expect.stringMatching(/^[A-Z_]+$/),
        message: expect.stringMatching(/\w{3}/),
      },
    });
  }
}

/** Sends all bad requests to an endpoint, then checks that the server still responds. */
async function attack({ name, url }: StackServer, endpoint: Endpoint): Promise<void> {
  for (const bad of badRequests(endpoint, MARKER)) {
    expectGoodResponse(name, bad, await sendInTime(await url(), bad.request));
  }
  expect((await sendInTime(await url(), {})).status).toBeLessThan(500);
}

const SIGN_UP: Endpoint = {
  method: 'POST',
  path: '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any',
  body: { email: `${MARKER}@example.com`, password: 'a-password-1' },
};

/**
 * Endpoints that get an oversized body: a guard rejects it before other code sees it, so one per
 * server, and the uploads.
 */
const WITH_LARGE_BODY = [
  ...Object.entries(ENDPOINTS).flatMap(([name, endpoints]) => {
    const withBody = endpoints.filter(({ body }) => body !== undefined);
    return (name === 'storage' ? withBody : withBody.slice(0, 1)).map((endpoint) => ({ name, endpoint }));
  }),
  { name: 'auth', endpoint: SIGN_UP },
];

const serverOf = (name: string) => STACK_SERVERS.find((server) => server.name === name) as StackServer;

beforeAll(resetDeliveries);

describe('the endpoints of the tests', () => {
  it('include those of every server of the stack', () => {
    expect([...Object.keys(ENDPOINTS), 'auth'].sort()).toEqual(STACK_SERVERS.map(({ name }) => name).sort());
  });
});

describe.each(Object.entries(ENDPOINTS).flatMap(([name, list]) => list.map((each) => ({ name, ...each }))))(
  '$method $path of the server $name',
  { timeout: 300_000 },
  ({ name, ...endpoint }) => {
    it('responds to bad requests with a helpful error, in time, and keeps serving', async () => {
      await attack(serverOf(name), endpoint);
    });
  },
);

it.each(WITH_LARGE_BODY)(
  'the server $name rejects a body of 33 MiB for $endpoint.method $endpoint.path, and keeps serving',
  async ({ name, endpoint }) => {
    const url = await serverOf(name).url();
    const large = largeRequest(endpoint, MARKER);
    expectGoodResponse(name, large, await sendInTime(url, large.request));
    expect((await sendInTime(url, {})).status).toBeLessThan(500);
  },
);

interface ApiDescription {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, unknown>> & { readonly servers?: readonly { readonly url: string }[] }
    >
  >;
}

describe('the Auth emulator', { timeout: 600_000 }, () => {
  const server = serverOf('auth');

  it('responds to invalid ids and values for every operation of its API with a helpful error, and keeps serving', async () => {
    const url = await server.url();
    const { paths } = JSON.parse(
      (await sendInTime(url, { path: '/emulator/openapi.json' })).body,
    ) as ApiDescription;
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
        .map((method) => ({ path, method: method.toUpperCase(), base: item.servers?.[0]?.url })),
    );
    expect(operations.length).toBeGreaterThan(50);
    for (const { path, method, base } of operations) {
      const prefix = base?.includes('EMULATOR') === false ? base.replace('https://', '/') : '';
      const prefixed =
        base === undefined || prefix === '' ? `/identitytoolkit.googleapis.com${path}` : prefix + path;
      const endpoint: Endpoint = {
        method,
        path: `${prefixed.replaceAll(/\{[^}]*\}/g, 'ID')}?key=any`,
        headers: { authorization: 'Bearer owner' },
        ...(method === 'GET' || method === 'DELETE' ? {} : { body: { unknown: MARKER } }),
      };
      // One router parses the requests of all operations, so only sign-up gets malformed ones.
      for (const bad of invalidRequests(endpoint, MARKER)) {
        expectGoodResponse('auth', bad, await sendInTime(url, bad.request));
      }
    }
    await attack(server, SIGN_UP);
  });

  it.each([
    '/emulator/action?mode=ID&oobCode=ID',
    '/emulator/auth/handler?providerId=ID',
    '/emulator/auth/iframe?apiKey=ID',
  ])('responds to bad requests to the page %s and keeps serving', async (path) => {
    await attack(server, { method: 'GET', path });
  });
});

describe('a request to Hosting with headers that concern the connection only', () => {
  it.each([
    ['a chunked body', { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }, '{}'],
    [
      'an offer of HTTP/2',
      { connection: 'upgrade, http2-settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' },
      '',
    ],
    ['Expect', { expect: '100-continue', 'content-type': 'application/json' }, '{}'],
  ])('is served by the function behind it: %s', async (_, headers, body) => {
    const request = { method: body === '' ? 'GET' : 'POST', path: '/', headers, body };
    expect((await sendInTime(requireEnv('SAVEPOINT_HOSTING_URL'), request)).status).toBeLessThan(500);
  });
});

describe('bad requests', () => {
  it('have written nothing: no account, trigger, queue, document or webhook event', async () => {
    const auth = serverOf('auth');
    const owner = { authorization: 'Bearer owner' };
    const documents = `/v1/projects/${PROJECT}/databases/(default)/documents`;
    const firestore = `http://${requireEnv('FIRESTORE_EMULATOR_HOST')}`;
    const written: Record<string, string> = {
      accounts: (
        await sendInTime(await auth.url(), {
          path: `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:batchGet?maxResults=1000`,
          headers: owner,
        })
      ).body,
      queues: (await sendInTime(await serverOf('tasks').url(), { path: '/queueStats' })).body,
    };
    for (const collection of ['newsletter', 'newsletterRequests', 'webhookEvents', 'platformEvents'])
      written[collection] = (
        await sendInTime(firestore, { path: `${documents}/${collection}?pageSize=300`, headers: owner })
      ).body;
    for (const [place, text] of Object.entries(written)) {
      const at = text.indexOf(MARKER);
      expect(
        at === -1 ? undefined : `${place}: ${text.slice(Math.max(0, at - 500), at + 100)}`,
      ).toBeUndefined();
    }
  });
});
