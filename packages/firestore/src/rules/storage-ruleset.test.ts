import { describe, expect, it } from 'vitest';
import {
  authOfToken,
  compileStorageRules,
  type DocumentReader,
  issueLine,
  type StorageDecision,
  type StorageObject,
  type StorageRequest,
  type StorageRuleset,
} from './storage-ruleset.ts';

const rulesFile = (members: string): string =>
  `rules_version = '2';\nservice firebase.storage {\n  match /b/{bucket}/o {\n${members}\n  }\n}\n`;

function compile(members: string, onDebug?: (text: string) => void): StorageRuleset {
  const { ruleset, issues } = compileStorageRules(
    rulesFile(members),
    onDebug === undefined ? {} : { onDebug },
  );
  if (ruleset === undefined) throw new Error(issues.map(issueLine).join('\n'));
  return ruleset;
}

const warnings = (members: string): string[] => compileStorageRules(rulesFile(members)).issues.map(issueLine);

const OBJECT: StorageObject = {
  name: 'images/a.png',
  bucket: 'shop',
  generation: 1_700_000_000_000,
  metageneration: 1,
  size: 2048,
  timeCreated: new Date('2026-01-02T03:04:05.006Z'),
  updated: new Date('2026-01-02T03:04:05.006Z'),
  md5Hash: 'XrY7u+Ae7tCTyyK7j1rNww==',
  contentType: 'image/png',
  contentLanguage: null,
  metadata: { owner: 'alice' },
};

const request = (overrides: Partial<StorageRequest> = {}): StorageRequest => ({
  method: 'get',
  path: ['b', 'shop', 'o', 'images', 'a.png'],
  auth: { uid: 'alice', token: { admin: true } },
  time: new Date('2026-01-02T03:04:06Z'),
  resource: OBJECT,
  newResource: null,
  ...overrides,
});

const noDocuments: DocumentReader = async (path) => {
  throw new Error(`unexpected read of ${path.join('/')}`);
};

const decide = (
  members: string,
  overrides: Partial<StorageRequest> = {},
  read = noDocuments,
): Promise<StorageDecision> => compile(members).authorize(request(overrides), read);

const isAllowed = async (...args: Parameters<typeof decide>): Promise<boolean> =>
  (await decide(...args)).allowed;

describe('rules of firebase.storage', () => {
  it.each([
    ['read', ['get', 'list']],
    ['write', ['create', 'update', 'delete']],
    ['get', ['get']],
    ['list', ['list']],
    ['create', ['create']],
    ['update', ['update']],
    ['delete', ['delete']],
  ] as const)('grant %s the methods %j and no other', async (method, granted) => {
    const methods = ['get', 'list', 'create', 'update', 'delete'] as const;
    const allowed = await Promise.all(
      methods.map((each) => isAllowed(`match /{all=**} { allow ${method}; }`, { method: each })),
    );
    expect(methods.filter((_, index) => allowed[index])).toEqual(granted);
  });

  it('deny a request that no statement matches, and say so', async () => {
    expect(await decide('match /docs/{file} { allow read; }')).toMatchObject({
      allowed: false,
      message: "get /b/shop/o/images/a.png denied: no allow statement for 'get' matches",
    });
  });

  it('explain a denial with the position and the values of the condition', async () => {
    const { message, explanation } = await decide(
      'match /images/{file} { allow get: if resource.size < 1024; }',
    );
    expect(message).toBe(
      "get /b/shop/o/images/a.png denied: storage.rules:4:38 'resource.size < 1024' is false (resource.size = 2048)",
    );
    expect(explanation).toMatchObject({
      path: '/b/shop/o/images/a.png',
      fileName: 'storage.rules',
      statements: [
        { causes: [{ line: 4, column: 38, operands: [{ source: 'resource.size', value: '2048' }] }] },
      ],
    });
  });

  it.each([
    "resource.name == 'images/a.png' && resource.bucket == bucket && file == 'a.png'",
    'resource.size == 2 * 1024 && resource.generation > 0 && resource.metageneration == 1',
    "resource.contentType.matches('image/.*') && resource.contentLanguage == null",
    "resource.metadata.owner == request.auth.uid && 'owner' in resource.metadata",
    'resource.timeCreated < request.time && resource.updated == resource.timeCreated',
    'request.time - resource.timeCreated < duration.value(1, "s")',
    "request.path == /b/shop/o/images/$(file) && request.path[3] == 'images'",
    "request.method == 'get' && request.resource == null && request.params.size() == 0",
    'request.auth.token.admin',
  ])('see the object and the request: %s', async (condition) => {
    expect(await decide(`match /images/{file} { allow get: if ${condition}; }`)).toMatchObject({
      allowed: true,
    });
  });

  it('see the object before and after a write', async () => {
    const rules = 'match /{all=**} { allow update: if request.resource.size == resource.size + 1; }';
    const newResource = { ...OBJECT, size: 2049 };
    expect(await isAllowed(rules, { method: 'update', newResource })).toBe(true);
    expect(await isAllowed(rules, { method: 'update', newResource: OBJECT })).toBe(false);
  });

  it('see null for a signed-out user, a nonexistent object and a deleted one', async () => {
    const rules =
      'match /{all=**} { allow create: if request.auth == null && resource == null; allow delete: if request.resource == null; }';
    expect(
      await isAllowed(rules, { method: 'create', auth: null, resource: null, newResource: OBJECT }),
    ).toBe(true);
    expect(await isAllowed(rules, { method: 'delete' })).toBe(true);
  });

  it('deny if a condition fails, and report the error', async () => {
    const { allowed, message } = await decide('match /{all=**} { allow get: if resource.size; }');
    expect(allowed).toBe(false);
    expect(message).toContain('Type error. Received: [int] Expected: [bool].');
  });
});

describe('a list', () => {
  const list = (rules: string, path: string[], delimiter?: string): Promise<boolean> =>
    isAllowed(rules, {
      method: 'list',
      path: ['b', 'shop', 'o', ...path],
      resource: null,
      ...(delimiter === undefined ? {} : { delimiter }),
    });

  it.each([
    ['{all=**}', 'match /{all=**} { allow list; }'],
    ['the prefix', 'match /images { allow list; }'],
    ['the objects directly below the prefix', 'match /images/{file} { allow list; }'],
    ['the prefix and all below', 'match /images/{rest=**} { allow list; }'],
    ['the owner of the prefix', "match /{owner}/{file} { allow list: if owner == 'images'; }"],
  ])('is granted for one level by rules of %s', async (_, rules) => {
    expect(await list(rules, ['images'], '/')).toBe(true);
  });

  it('is granted for the bucket by a rule for the objects directly in it', async () => {
    expect(await list('match /{file} { allow list; }', [], '/')).toBe(true);
  });

  it('is not granted by a rule for a deeper folder or another one', async () => {
    expect(await list('match /images/small/{file} { allow list; }', ['images'], '/')).toBe(false);
    expect(await list('match /docs/{file} { allow list; }', ['images'], '/')).toBe(false);
  });

  it('is not granted for all levels by a rule for one level', async () => {
    expect(await list('match /images/{a}/{file} { allow list; }', ['images'])).toBe(false);
    expect(await list('match /images/{rest=**} { allow list; }', ['images'])).toBe(true);
  });

  it('is denied by a condition on the objects, because rules are not filters', async () => {
    const rules = "match /images/{file} { allow read: if resource.contentType == 'image/png'; }";
    expect(await list(rules, ['images'], '/')).toBe(false);
  });
});

describe('firestore.get and firestore.exists', () => {
  const stored: Record<string, { fields?: Record<string, { stringValue: string }> }> = {
    'users/alice': { fields: { role: { stringValue: 'editor' } } },
    'users/empty': {},
  };
  const reads: string[] = [];
  const read: DocumentReader = async (path) => {
    reads.push(path.join('/'));
    return stored[path.join('/')] ?? null;
  };
  const decideWith = (condition: string, reader = read) => {
    reads.length = 0;
    return isAllowed(`match /{all=**} { allow get: if ${condition}; }`, {}, reader);
  };
  const user = (id: string) => `/databases/(default)/documents/users/${id}`;

  it.each([
    [`firestore.get(${user('$(request.auth.uid)')}).data.role == 'editor'`, true],
    [`firestore.get(${user('alice')}).id == 'alice'`, true],
    [`firestore.exists(${user('alice')})`, true],
    [`firestore.exists(${user('bob')})`, false],
    [`firestore.get(${user('bob')}) == null`, true],
    [`firestore.get(${user('bob')}).data.role == 'editor'`, false],
    [`firestore.get(${user('empty')}).data.keys().size() == 0`, true],
  ])('read the documents of Firestore: %s is %s', async (condition, expected) => {
    expect(await decideWith(condition)).toBe(expected);
  });

  it('read a document once', async () => {
    const path = user('alice');
    expect(
      await decideWith(`firestore.exists(${path}) && firestore.get(${path}).data.role == 'editor'`),
    ).toBe(true);
    expect(reads).toEqual(['users/alice']);
  });

  it('fail for databases other than the default one', async () => {
    expect(await decideWith('firestore.exists(/databases/other/documents/users/alice)')).toBe(false);
    expect(await decideWith('!firestore.exists(/databases/other/documents/users/alice)')).toBe(false);
    expect(reads).toEqual([]);
  });

  it('read two documents per request and fail for a third', async () => {
    const exist = (...ids: string[]) => ids.map((id) => `firestore.exists(${user(id)})`).join(' || ');
    expect(await decideWith(exist('x', 'alice'))).toBe(true);
    expect(await decideWith(exist('x', 'y', 'x', 'y', 'alice'))).toBe(false);
    expect(reads).toHaveLength(2);
  });

  it('fail when the document cannot be read', async () => {
    expect(await decideWith(`firestore.exists(${user('alice')})`, async () => undefined)).toBe(false);
    expect(await decideWith(`!firestore.exists(${user('alice')})`, async () => undefined)).toBe(false);
  });

  it('are the only lookups: Storage rules lack get(), exists() and firestore.getAfter()', async () => {
    for (const call of ['get', 'exists', 'firestore.getAfter'])
      expect(await decideWith(`${call}(${user('alice')}) != null`)).toBe(false);
    expect(warnings(`match /{all=**} { allow get: if exists(${user('alice')}); }`)).toEqual([
      'storage.rules:4:33 WARNING Invalid function name: exists.',
    ]);
  });

  it('call debug() only once, although the condition is reevaluated for each document', async () => {
    const lines: string[] = [];
    const ruleset = compile(
      `match /{all=**} { allow get: if debug(resource.size) > 0 && firestore.exists(${user('alice')}); }`,
      (text) => lines.push(text),
    );
    await ruleset.authorize(request(), read);
    expect(lines).toHaveLength(1);
  });

  it('compile without a warning, and with one for a wrong number or type of arguments', () => {
    const rule = (call: string) => warnings(`match /{all=**} { allow get: if ${call} != null; }`);
    expect(rule(`firestore.get(${user('alice')})`)).toEqual([]);
    expect(rule('firestore.get()').join()).toContain(
      'Incorrect number of arguments supplied to function: firestore.get.',
    );
    expect(rule("firestore.get('users/alice')").join()).toContain('Invalid type.');
  });
});

describe('compileStorageRules', () => {
  it('reports an error with line and column and returns no ruleset', () => {
    const { ruleset, issues } = compileStorageRules(rulesFile('match /{all=**} {\n  alow read; }'));
    expect(ruleset).toBeUndefined();
    expect(issues.map(issueLine)).toEqual([
      expect.stringMatching(/^storage\.rules:5:3 ERROR Unexpected 'alow'/),
    ]);
  });

  it.each([
    ['match /images/{f} { allow raed; }', 'Invalid method name: raed.'],
    ['match /{all=**} { allow read; } match /x { allow get; }', 'Unreachable allow'],
  ])('warns about %s', (members, warning) => {
    expect(warnings(members).join('\n')).toContain(warning);
  });

  it('warns about paths that match no object, and about a file for another service', () => {
    const text = (service: string, path: string) =>
      compileStorageRules(
        `rules_version = '2';\nservice ${service} { match ${path} { allow read; } }`,
      ).issues.map(issueLine);
    expect(text('firebase.storage', '/databases/{d}/documents/{rest=**}').join()).toContain(
      "the path of every object begins with '/b/{bucket}/o'.",
    );
    expect(text('cloud.firestore', '/databases/{d}/documents/{rest=**}').join()).toContain(
      "No 'service firebase.storage': every request is denied.",
    );
    expect(text('firebase.storage', '/b/{bucket}/o/{file}')).toEqual([]);
  });

  it('keeps the rules version, which determines whether lists exist', () => {
    const { ruleset } = compileStorageRules(
      'service firebase.storage { match /b/{b}/o/{f} { allow read; } }',
    );
    expect(ruleset?.version).toBe('1');
  });
});

describe('authOfToken', () => {
  const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;

  it('returns the user and the claims of a token', () => {
    expect(authOfToken(token({ sub: 'alice', admin: true }))).toEqual({
      uid: 'alice',
      token: { sub: 'alice', admin: true },
    });
  });

  it.each(['', 'owner', 'a.b', 'a.!.c', token({ admin: true })])('returns null for %j', (text) => {
    expect(authOfToken(text)).toBeNull();
  });
});
