import { describe, expect, it } from 'vitest';
import { Node } from '../core/node.ts';
import { parseNode } from '../core/parse-node.ts';
import { parsePath } from '../core/path.ts';
import { EVERYTHING } from '../core/query.ts';
import {
  type Auth,
  compileRuleset,
  coverageHtml,
  coverageJson,
  type Decision,
  type Ruleset,
} from './ruleset.ts';

const RULES = `{
  "rules": {
    ".read": false,
    "users": {
      "$uid": {
        ".read": "auth.uid === $uid || root.child('admins').hasChild(auth.uid)",
        ".write": "auth != null &&
          auth.uid === $uid",
        "name": { ".validate": "newData.isString() && newData.val().length < 4" }
      }
    }
  }
}`;
const ADA: Auth = { uid: 'ada' };

function rulesOf(text: string): Ruleset {
  const { ruleset, issues } = compileRuleset(text);
  if (ruleset === undefined) throw new Error(JSON.stringify(issues));
  return ruleset;
}

const toNode = (json: unknown): Node =>
  parseNode(json, { existing: Node.EMPTY, depth: 0, values: { nowMs: 1 } });

function read(ruleset: Ruleset, path: string, auth: Auth, data: unknown = null): Decision {
  return ruleset.judgeRead({ path: parsePath(path), query: EVERYTHING, auth, nowMs: 1, root: toNode(data) });
}

function write(ruleset: Ruleset, path: string, auth: Auth, json: unknown): Decision {
  const at = parsePath(path);
  const newRoot = Node.EMPTY.withNode(at, toNode(json));
  return ruleset.judgeWrite({ paths: [at], auth, nowMs: 1, root: Node.EMPTY, newRoot });
}

describe('the reason of a denial', () => {
  const ruleset = rulesOf(RULES);

  it('names the rule, the line and the values of each operand that could have granted access', () => {
    expect(read(ruleset, '/users/bob', ADA).reason).toBe(
      "database.rules.json:6:19 .read of /users/$uid: 'auth.uid === $uid' is false (auth.uid = 'ada', $uid = 'bob'); " +
        "database.rules.json:6:40 .read of /users/$uid: 'root.child('admins').hasChild(auth.uid)' is false (root.child('admins') = null, auth.uid = 'ada')",
    );
  });

  it('shows the error that made a rule false', () => {
    expect(read(ruleset, '/users/bob', null).reason).toContain(
      "'root.child('admins').hasChild(auth.uid)' failed: hasChild() takes a string, not null. (root.child('admins') = null, auth.uid = null)",
    );
  });

  it('names the rules below a parent, which grant nothing at the parent itself', () => {
    const below = [{ line: 6, methods: 'read of /users/$uid' }];
    expect(read(ruleset, '/users', ADA).explain()).toMatchObject({ others: below });
    const unmatched = rulesOf('{"rules":{"a":{"$b":{"c":{".read":true}}},"d":{".write":true}}}');
    expect(read(unmatched, '/a', ADA).reason).toBe(
      'no .read rule applies to /a (line 1 allows read of /a/$b/c)',
    );
    expect(read(unmatched, '/d', ADA).reason).toBe('no .read rule applies to /d');
  });

  it('shows the written data if the rule only tests its kind', () => {
    expect(write(ruleset, '/users/ada/name', ADA, 7).reason).toContain(
      "'newData.isString()' is false (newData = 7)",
    );
  });

  it('shows the position of an expression on a later line of its string', () => {
    expect(write(ruleset, '/users/bob', ADA, 1).reason).toBe(
      "database.rules.json:8:11 .write of /users/$uid: 'auth.uid === $uid' is false (auth.uid = 'ada', $uid = 'bob')",
    );
  });

  it('is the .validate rule for an invalid write that is granted', () => {
    const decision = write(ruleset, '/users/ada', ADA, { name: 'Ada Lovelace' });
    expect(decision.explain()).toMatchObject({
      allowed: false,
      method: 'write',
      path: '/users/ada',
      statements: [
        {
          rule: '.validate of /users/$uid/name',
          line: 9,
          outcome: 'false',
          causes: [{ source: 'newData.val().length < 4', operands: [{ value: '12' }] }],
        },
      ],
    });
  });

  it('says that there is no rule, or that the rule is false', () => {
    expect(read(ruleset, '/carts', ADA).reason).toBe("database.rules.json:3:14 .read of /: 'false' is false");
    expect(write(ruleset, '/carts', ADA, 1).reason).toBe('no .write rule applies to /carts');
  });

  it('is empty for an allowed operation, whose explanation names the granting rule', () => {
    const decision = read(ruleset, '/users/ada/name', ADA);
    expect(decision.reason).toBe('');
    expect(decision.explain()).toMatchObject({ allowed: true, summary: 'database.rules.json:6:19' });
  });
});

describe('a query in rules', () => {
  const order = { '.read': 'query.orderByPriority && !query.orderByKey && query.limitToLast == 5' };
  const ruleset = rulesOf(JSON.stringify({ rules: order }));
  const limit = { count: 5, from: 'last' } as const;

  it.each([
    [true, true],
    [false, false],
  ])('is ordered by priority only if its index is named: %s', (isIndexNamed, expected) => {
    const query = { index: { kind: 'priority' }, isIndexNamed, limit } as const;
    const decision = ruleset.judgeRead({ path: [], query, auth: null, nowMs: 1, root: Node.EMPTY });
    expect(decision.isAllowed).toBe(expected);
  });
});

describe('readsDependOnData', () => {
  it.each([
    ["root.child('x').exists()", true],
    ['auth != null && data.exists()', true],
    ["auth.uid === 'data'", false],
  ])('for %s is %s', (expression, expected) => {
    expect(rulesOf(JSON.stringify({ rules: { a: { '.read': expression } } })).readsDependOnData).toBe(
      expected,
    );
    expect(rulesOf(JSON.stringify({ rules: { '.write': expression } })).readsDependOnData).toBe(false);
  });
});

describe('coverage', () => {
  it('counts the values of each expression and the outcomes of each rule', () => {
    const ruleset = rulesOf('{"rules":{".read":"auth.n > 1",".write":false}}');
    for (const auth of [{ n: 2 }, { n: 2 }, { n: 1 }, null]) read(ruleset, '/', auth);
    write(ruleset, '/', null, 1);
    const [rule, constant] = coverageJson(ruleset.coverage).report;
    expect(rule).toEqual({
      rule: '.read',
      path: '/',
      granted: 2,
      denied: 1,
      failed: 1,
      sourcePosition: { line: 1, column: 20, currentOffset: 19, endOffset: 28 },
      values: [
        { value: { boolValue: true }, count: 2 },
        { value: { boolValue: false }, count: 1 },
        {
          value: {
            undefined: { causeMessage: '> compares two numbers or two strings, not null and a number.' },
          },
          count: 1,
        },
      ],
      children: [
        {
          sourcePosition: { line: 1, column: 20, currentOffset: 19, endOffset: 24 },
          values: [
            { value: { floatValue: 2 }, count: 2 },
            { value: { floatValue: 1 }, count: 1 },
            { value: { nullValue: null }, count: 1 },
          ],
          children: [
            {
              sourcePosition: { line: 1, column: 20, currentOffset: 19, endOffset: 22 },
              values: [
                { value: { mapValue: {} }, count: 3 },
                { value: { nullValue: null }, count: 1 },
              ],
            },
          ],
        },
      ],
    });
    expect(constant).toMatchObject({
      ...{ rule: '.write', granted: 0, denied: 1, failed: 0 },
      values: [{ value: { boolValue: false }, count: 1 }],
    });
  });

  it('is a page that shows the values of each expression in its title attribute', () => {
    const ruleset = rulesOf('{"rules":{".read":"auth.n > 1",".write":"auth != null"}}');
    read(ruleset, '/', { n: 2 });
    const html = coverageHtml(ruleset.coverage);
    expect(html).toContain('<span title="1 x 2"><span title="1 x {…}">auth</span>.n</span> &gt; 1</span>');
    expect(html).toContain('granted 1, denied 0, failed 0');
    expect(html).toContain('title="never evaluated"');
  });
});
