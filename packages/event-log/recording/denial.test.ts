import { describe, expect, it } from 'vitest';
import { denialOf, formatDenial } from './denial.ts';

const operand = (source: string, value: string) => ({ source, value, line: 31, column: 9, type: 'string' });

function denied(cause: object | undefined, uid?: string) {
  const explanation = {
    allowed: false,
    summary: "no allow statement for 'get' matches (line 4 allows list)",
    method: 'get',
    path: '/orders/o1',
    fileName: 'firestore.rules',
    statements:
      cause === undefined ? [] : [{ line: 31, column: 7, condition: '', outcome: 'false', causes: [cause] }],
    others: cause === undefined ? [{ line: 4, methods: 'list' }] : [],
  };
  return denialOf({
    service: 'firestore',
    trace_id: 'a'.repeat(32),
    start_ms: Date.UTC(2026, 0, 2),
    attributes: JSON.stringify({
      'rules.outcome': 'deny',
      'rules.explanation': JSON.stringify(explanation),
      ...(uid === undefined ? {} : { 'rules.uid': uid }),
    }),
  });
}

const cause = (source: string, more: object = {}) => ({
  source,
  line: 31,
  column: 24,
  result: 'false',
  operands: [operand('resource.data.userId', "'ada'"), operand('request.auth.uid', "'bob'")],
  ...more,
});

describe('denialOf', () => {
  it('returns the request, the line of the rule, the deciding values, and a fix', () => {
    const denial = denied(cause('resource.data.userId == request.auth.uid'), 'bob');
    expect(denial).toMatchObject({
      request: { method: 'get', path: '/orders/o1', uid: 'bob' },
      file: 'firestore.rules',
      line: 31,
      time: '2026-01-02T00:00:00.000Z',
    });
    expect(denial.causes[0]?.values).toEqual({
      'resource.data.userId': "'ada'",
      'request.auth.uid': "'bob'",
    });
    expect(denial.fix).toContain('sign in as its owner');
  });

  it.each([
    [
      'asks to sign in when the request was signed out',
      cause('request.auth.uid == userId'),
      undefined,
      /Sign in before/,
    ],
    ['names the claim that the token lacks', cause("request.auth.token.role == 'owner'"), 'bob', /claim/],
    [
      'says that the written document is wrong',
      cause('request.resource.data.n > 0'),
      'bob',
      /Write a document/,
    ],
    [
      'repeats the hint of the emulator',
      cause('x', { hint: "Add where('a', '==', 1)." }),
      'bob',
      /^Add where/,
    ],
    ['names the allow statements nearby when none matches', undefined, 'bob', /line 4 allows list/],
  ])('%s', (_title, each, uid, expected) => {
    expect(denied(each, uid).fix).toMatch(expected);
  });
});

describe('the file of a denial', () => {
  it("is the project's own file if the emulator has read a copy", () => {
    const explanation = {
      ...{ summary: '/tmp/run/main.rules:4:2 is false', method: 'get', path: '/a/b', others: [] },
      fileName: '/tmp/run/main.rules',
      statements: [],
    };
    const attributes = JSON.stringify({ 'rules.explanation': JSON.stringify(explanation) });
    const span = { service: 'firestore', trace_id: 'a', start_ms: 0, attributes };
    const files = { firestore: ['config/main.rules'], storage: ['files/main.rules'] };
    expect(denialOf(span, files)).toMatchObject({
      file: 'config/main.rules',
      summary: 'config/main.rules:4:2 is false',
    });
    expect(denialOf({ ...span, service: 'storage' }, files)).toMatchObject({
      file: 'files/main.rules',
      summary: 'files/main.rules:4:2 is false',
    });
  });
});

describe('a denial of the Realtime Database', () => {
  const deny = (source: string | undefined, uid?: string) => {
    const causes = [{ source, line: 6, column: 19, result: 'false', operands: [] }];
    const explanation = {
      ...{ summary: '', method: 'write', path: '/users/bob', fileName: 'database.rules.json', others: [] },
      statements: source === undefined ? [] : [{ rule: '.write of /users/$uid', line: 6, causes }],
    };
    const attributes = JSON.stringify({
      ...{ 'rules.explanation': JSON.stringify(explanation), 'rules.uid': uid },
    });
    const span = { service: 'database', trace_id: 't', start_ms: 0, attributes };
    return denialOf(span, { database: ['rules/chat.json'] });
  };

  it("contains the project's file, and the rule with its path", () => {
    const denial = deny('auth.uid === $uid', 'ada');
    expect(formatDenial(denial)).toContain('rule    rules/chat.json:6 .write of /users/$uid\n');
  });

  it.each([
    ['auth.uid === $uid', undefined, 'Sign in before the request: auth is null at rules/chat.json:6.'],
    ['auth.token.admin === true', 'ada', /^Give the account the claim/],
    ["newData.hasChildren(['name'])", 'ada', /^Write data for which/],
    ["root.child('open').val() === true", 'ada', /^The stored data does not satisfy/],
    ['query.limitToFirst <= 10', 'ada', /^Send a query for which/],
    ['false', 'ada', 'The rules deny everyone at rules/chat.json:6: use another path, or change the rule.'],
    [undefined, 'ada', /^No .write rule in rules\/chat.json applies to \/users\/bob/],
  ])('by %s, of %s, contains a fix', (source, uid, fix) => {
    expect(deny(source, uid).fix).toMatch(fix);
  });
});

describe('a denial whose explanation was cut', () => {
  it('still contains the request and the file', () => {
    const attributes = JSON.stringify({
      ...{ 'rules.method': 'get', 'rules.path': 'b/app/o/a.png', 'rules.uid': 'bob' },
      'rules.explanation': '{"path": … (9 more',
    });
    const span = { service: 'storage', trace_id: 't', start_ms: 0, attributes };
    expect(denialOf(span, { firestore: ['a.rules'], storage: ['config/storage.rules'] })).toEqual({
      traceId: 't',
      time: '1970-01-01T00:00:00.000Z',
      request: { method: 'get', path: '/b/app/o/a.png', uid: 'bob' },
      file: 'config/storage.rules',
      line: null,
      summary: 'The values are too long to be recorded',
      causes: [],
      fix: 'Repeat the request with less data, or read the allow statements in config/storage.rules that cover it.',
    });
  });
});

describe('formatDenial', () => {
  it('escapes the path and values of a request', () => {
    const denial = denied(cause('x'), 'bob\u001b[2J\nfix     none');
    expect(formatDenial(denial).split('\n')[0]).toBe(
      'get /orders/o1 (bob\\u001b[2J\\u000afix     none) was denied at 2026-01-02T00:00:00.000Z',
    );
  });

  it('prints the request, the rule, the cause, the fix and the trace, one a line', () => {
    const lines = formatDenial(denied(cause('resource.data.userId == request.auth.uid'), 'bob')).split('\n');
    expect(lines).toEqual([
      'get /orders/o1 (bob) was denied at 2026-01-02T00:00:00.000Z',
      'rule    firestore.rules:31',
      "        firestore.rules:31:24 resource.data.userId == request.auth.uid is false (resource.data.userId = 'ada', request.auth.uid = 'bob')",
      expect.stringMatching(/^fix {5}The stored document/),
      `trace   ${'a'.repeat(32)}`,
    ]);
  });
});
