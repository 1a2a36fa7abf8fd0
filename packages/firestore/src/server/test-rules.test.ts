import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningEmulator, startEmulator } from './start-emulator.ts';

const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /orders/{id} {
      allow get: if debug(resource.data.owner) == request.auth.uid;
      allow list: if request.auth != null && resource.data.owner == request.auth.uid;
      allow create: if request.resource.data.total is int && get(/databases/$(database)/documents/users/$(request.auth.uid)).data.active;
      allow update: if getAfter(/databases/$(database)/documents/orders/$(id)).data.paidAt == request.time;
      allow delete: if request.auth.token.admin == true;
    }
  }
}
`;

let emulator: RunningEmulator;

beforeAll(async () => {
  emulator = await startEmulator({ log: () => {} });
  for (const [path, fields] of [
    ['orders/o1', { owner: { stringValue: 'alice' } }],
    ['users/alice', { active: { booleanValue: true } }],
  ] as const) {
    const response = await fetch(
      `http://${emulator.host}/v1/projects/p/databases/(default)/documents/${path}`,
      {
        method: 'PATCH',
        headers: { authorization: 'Bearer owner' },
        body: JSON.stringify({ fields }),
      },
    );
    expect(response.status).toBe(200);
  }
});

afterAll(() => emulator.close());

type Result = { state: string; explanation: { allowed: boolean; summary: string }; [name: string]: unknown };

async function test(
  testCases: readonly object[],
  { content = RULES, authorization = 'Bearer owner' }: { content?: string; authorization?: string } = {},
) {
  const response = await fetch(`http://${emulator.host}/v1/projects/p:test`, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({ source: { files: [{ name: 'a.rules', content }] }, testSuite: { testCases } }),
  });
  const json = (await response.json()) as {
    issues?: { description: string; sourcePosition: { line: number; column: number } }[];
    testResults?: Result[];
    error?: { message: string; status: string };
  };
  return { status: response.status, ...json };
}

const ALICE = { uid: 'alice', token: {} };
const ORDER = '/databases/(default)/documents/orders/o1';
const decide = async (request: object, more: object = {}): Promise<boolean | undefined> =>
  (await test([{ request: { path: ORDER, ...request }, ...more }])).testResults?.[0]?.explanation.allowed;

describe('projects.test', () => {
  it('decides a get on the stored document, reports the values of every expression, and does not change the rules in force', async () => {
    const { testResults: [allowed, denied] = [] } = await test([
      {
        expectation: 'ALLOW',
        expressionReportLevel: 'FULL',
        request: { method: 'get', path: ORDER, auth: ALICE },
      },
      { expectation: 'DENY', request: { method: 'get', path: ORDER, auth: { uid: 'bob' } } },
    ]);
    expect(allowed).toMatchObject({
      state: 'SUCCESS',
      debugMessages: [expect.stringContaining('alice')],
      explanation: { allowed: true, summary: 'a.rules:5:7', statements: [{ line: 5, outcome: 'granted' }] },
    });
    const root = (allowed?.expressionReports as object[] | undefined)?.[0];
    expect(root).toMatchObject({
      sourcePosition: { line: 5 },
      values: [{ value: { boolValue: true }, count: 1 }],
    });
    expect(denied).toMatchObject({ state: 'SUCCESS', explanation: { allowed: false } });
    expect(denied?.explanation.summary).toContain(
      "(debug(resource.data.owner) = 'alice', request.auth.uid = 'bob')",
    );
    expect(denied).not.toHaveProperty('expressionReports');
    const inForce = await fetch(`http://${emulator.host}/emulator/v1/projects/p:securityRules`);
    expect(JSON.stringify(await inForce.json())).not.toContain('a.rules');
  });

  it('reports FAILURE for an unexpected decision', async () => {
    const { testResults } = await test([
      { expectation: 'ALLOW', request: { method: 'get', path: ORDER } },
      { expectation: 'DENY', request: { method: 'get', path: ORDER, auth: ALICE } },
    ]);
    expect(testResults?.map(({ state }) => state)).toEqual(['FAILURE', 'FAILURE']);
  });

  it("uses the case's resource, which may be null, instead of the stored document", async () => {
    const request = { method: 'get', auth: { uid: 'bob' } };
    expect(await decide(request, { resource: { data: { owner: 'bob' } } })).toBe(true);
    expect(await decide(request, { resource: { fields: { owner: { stringValue: 'bob' } } } })).toBe(true);
    expect(await decide({ method: 'get', auth: ALICE }, { resource: null })).toBe(false);
  });

  it('decides a write on its document, with get() for stored documents and getAfter() for its own', async () => {
    const create = (data: object) =>
      decide({ method: 'create', auth: ALICE, resource: { data } }, { resource: null });
    expect([await create({ total: 5 }), await create({ total: 5.5 })]).toEqual([true, false]);
    const time = '2026-01-31T12:00:00.250001Z';
    const update = (timestampValue: string) =>
      decide({ method: 'update', time, resource: { fields: { paidAt: { timestampValue } } } });
    expect([await update(time), await update('2026-01-31T12:00:00.250Z')]).toEqual([true, false]);
    const deletes = (token: object) => decide({ method: 'delete', auth: { uid: 'root', token } });
    expect([await deletes({ admin: true }), await deletes({})]).toEqual([true, false]);
  });

  it('decides a list by the filters of its query', async () => {
    const path = '/databases/(default)/documents/orders';
    const list = (value: string) =>
      decide({
        method: 'list',
        path,
        auth: ALICE,
        structuredQuery: {
          from: [{ collectionId: 'orders' }],
          where: {
            fieldFilter: { field: { fieldPath: 'owner' }, op: 'EQUAL', value: { stringValue: value } },
          },
        },
      });
    expect([await list('alice'), await list('bob')]).toEqual([true, false]);
    expect(
      await decide({ method: 'list', path, auth: ALICE, query: { limit: 5, orderBy: { owner: 'DESC' } } }),
    ).toBe(false);
  });

  it('returns issues and no results for rules that do not compile', async () => {
    const { status, issues, testResults } = await test([{ request: { method: 'get', path: ORDER } }], {
      content: 'service cloud.firestore {\n  match /a {\n    alow read;\n  }\n}',
    });
    expect(status).toBe(200);
    expect(issues?.[0]?.sourcePosition).toMatchObject({ line: 3, column: 5 });
    expect(testResults).toBeUndefined();
  });

  it.each([undefined, 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.'])(
    'is refused with 403 for the token %s, which is not the owner’s',
    async (authorization = '') => {
      const { status, error } = await test([], { authorization });
      expect([status, error?.status]).toEqual([403, 'PERMISSION_DENIED']);
      expect(error?.message).toContain('Bearer owner');
    },
  );

  it.each([
    [{ method: 'read', path: ORDER }, 'request.method must be one of get, list'],
    [{ method: 'get', path: '/orders/o1' }, 'request.path must be like'],
    [{ method: 'get', path: '/databases/(default)/documents/orders' }, 'must be of a document for get'],
    [{ method: 'list', path: ORDER }, 'must be of a collection for list'],
    [{ method: 'get', path: ORDER, auth: { uid: 5 } }, 'auth.uid must be a string'],
    [{ method: 'get', path: ORDER, time: 'noon' }, 'request.time must be a time'],
    [{ method: 'create', path: ORDER }, 'must be the document after the write'],
    [{ method: 'create', path: ORDER, resource: {} }, 'must have "data" (plain JSON) or "fields"'],
    [{ method: 'get', path: ORDER, structuredQuery: {} }, 'structuredQuery is of a list'],
    [
      { method: 'list', path: '/databases/(default)/documents/orders', query: { where: 1 } },
      'unknown field "where"',
    ],
  ])('refuses the request %j', async (request, message) => {
    const { status, error } = await test([{ request }]);
    expect([status, error?.status]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(error?.message).toContain(message);
  });

  it.each([
    [{ expectation: 'MAYBE' }, 400, 'expectation must be'],
    [{ expressionReportLevel: 'VISITED' }, 400, 'expressionReportLevel must be'],
    [{ pathEncoding: 'BASE64' }, 400, 'pathEncoding must be'],
    [{ functionMocks: [{ function: 'get' }] }, 501, 'functionMocks'],
  ])('refuses the test case %j', async (more, status, message) => {
    const response = await test([{ request: { method: 'get', path: ORDER }, ...more }]);
    expect(response.status).toBe(status);
    expect(response.error?.message).toContain(message);
  });

  it('refuses more than 100 cases', async () => {
    const { error } = await test(Array.from({ length: 101 }, () => ({})));
    expect(error?.message).toContain('at most 100');
  });
});

describe('projects.test with rules of Storage', () => {
  const content = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /avatars/{uid} {
      allow read: if resource.contentType == 'image/png' && resource.timeCreated < request.time;
      allow create: if request.auth.uid == uid && request.resource.size < 100
        && firestore.get(/databases/(default)/documents/users/$(uid)).data.active;
    }
  }
}`;
  const path = '/b/p.appspot.com/o/avatars/alice';

  it("decides on the case's object and the emulator's documents, with an explanation", async () => {
    const stored = { data: { contentType: 'image/png', timeCreated: '2026-01-31T12:00:00Z' } };
    const { testResults } = await test(
      [
        { request: { method: 'get', path }, resource: stored },
        { request: { method: 'create', path, auth: ALICE, resource: { data: { size: 9 } } } },
        {
          expectation: 'DENY',
          request: { method: 'create', path, auth: ALICE, resource: { data: { size: 900 } } },
        },
        { request: { method: 'get', path } },
      ],
      { content },
    );
    expect(testResults?.map(({ state, explanation }) => [state, explanation.allowed])).toEqual([
      ['SUCCESS', true],
      ['SUCCESS', true],
      ['SUCCESS', false],
      ['FAILURE', false],
    ]);
    expect(testResults?.[2]?.explanation.summary).toContain("'request.resource.size < 100' is false");
  });

  it('returns issues, and refuses a path that is not an object', async () => {
    const { issues, testResults } = await test([], {
      content: content.replace('allow read', 'allow read if'),
    });
    expect([issues?.length, testResults]).toEqual([1, undefined]);
    const { status, error } = await test([{ request: { method: 'get', path: '/avatars/alice' } }], {
      content,
    });
    expect([status, error?.message]).toEqual([400, expect.stringContaining('/b/BUCKET/o/images/a.png')]);
  });
});
