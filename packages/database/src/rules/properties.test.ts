import { anyText } from '@savepoint/server/rules/any-text.test-support';
import { cpuMilliseconds } from '@savepoint/server/rules/cpu-time.test-support';
import {
  compileRegularExpression,
  InvalidRegularExpression,
} from '@savepoint/server/rules/regular-expression';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Node } from '../core/node.ts';
import { parseNode } from '../core/parse-node.ts';
import { EVERYTHING } from '../core/query.ts';
import { ENVIRONMENT, expressionText, typedExpression } from './generated-rules.test-support.ts';
import { naiveRead, naiveWrite, ruleTree, treeData } from './naive-judge.test-support.ts';
import { printExpression } from './print-expression.test-support.ts';
import { compileRuleset, type Ruleset } from './ruleset.ts';
import { parseExpression } from './syntax/parser.ts';
import { PatternError, translatePattern } from './syntax/pattern.ts';

/** How many times more cases `npm run test:deep` tries. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);

const toNode = (json: unknown): Node =>
  parseNode(json, { existing: Node.EMPTY, depth: 0, values: { nowMs: 1 } });

function rulesOf(rules: unknown): Ruleset {
  const { ruleset, issues } = compileRuleset(JSON.stringify({ rules }));
  if (ruleset === undefined) throw new Error(`${JSON.stringify(issues)}\n${JSON.stringify(rules)}`);
  return ruleset;
}

const withoutPositions = (text: string): string =>
  JSON.stringify(parseExpression(text), (key, value) =>
    key === 'start' || key === 'end' ? undefined : value,
  );

describe('a generated expression', () => {
  it('parses to the same tree after it is printed', () => {
    fc.assert(
      fc.property(expressionText, (text) => {
        const printed = printExpression(parseExpression(text));
        expect(withoutPositions(printed)).toBe(withoutPositions(text));
        expect(printExpression(parseExpression(printed))).toBe(printed);
      }),
      { numRuns: 300 * DEEP },
    );
  });

  it('has the value that a naive evaluator computes', () => {
    const { auth, nowMs, data, key } = ENVIRONMENT;
    const root = toNode(data);
    fc.assert(
      fc.property(typedExpression, ({ text, run }) => {
        const ruleset = rulesOf({ $k: { '.read': text } });
        const decision = ruleset.judgeRead({ path: [key], query: EVERYTHING, auth, nowMs, root });
        let expected: unknown;
        try {
          expected = run();
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          expected = 'error';
        }
        expect(decision.outcomes.map(({ outcome }) => outcome)).toEqual([expected]);
        const explanation = decision.explain();
        expect(explanation.allowed).toBe(expected === true);
        if (expected !== true) expect(decision.reason).toContain('database.rules.json:1:');
      }),
      { numRuns: 1000 * DEEP },
    );
  });
});

describe('a generated tree of rules', () => {
  it('judges reads and updates like a naive search', () => {
    fc.assert(
      fc.property(
        ruleTree,
        treeData,
        treeData,
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
        (rules, before, after, path) => {
          const ruleset = rulesOf(rules);
          const operation = { auth: null, nowMs: 1, root: toNode(before) };
          const read = ruleset.judgeRead({ ...operation, path, query: EVERYTHING });
          expect(read.isAllowed).toBe(naiveRead(rules, path));
          const paths = [path, ['c']];
          const write = ruleset.judgeWrite({ ...operation, paths, newRoot: toNode(after) });
          expect(write.isAllowed).toBe(paths.every((each) => naiveWrite(rules, after, each)));
        },
      ),
      { numRuns: 500 * DEEP },
    );
  });
});

describe('a malformed file', () => {
  const samples = [
    '{"rules": {".read": "auth != null && auth.uid.matches(/^[a-z]{1,3}(x|y)$/i)", "$a": {".indexOn": ["b"]}}}',
    '{ // c\n"rules": {"a": {".validate": "newData.hasChildren([\'a\', \'b\']) ? now < 1.5e3 : -1 == root.val()"}}}',
  ];
  const fragments =
    '{ } ( ) [ ] / // /* */ \' " \\ \\u00 $ ; : , . = == && || ! ? - 9 1e9 \u0000 \ud800 😀 \n'.split(' ');
  const mutation = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(8),
    insert: fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 5 })),
  });

  /** Compiles a text, and uses the ruleset if it compiles. */
  function tryText(text: string): void {
    const milliseconds = cpuMilliseconds(() => {
      const { ruleset, issues } = compileRuleset(text);
      expect(ruleset === undefined).toBe(issues.some(({ severity }) => severity === 'ERROR'));
      const root = toNode({ a: { a: 'x', b: 1 } });
      const paths = [['a']];
      ruleset?.judgeRead({ path: ['a'], query: EVERYTHING, auth: { uid: 'abx' }, nowMs: 1, root }).explain();
      ruleset?.judgeWrite({ paths, auth: null, nowMs: 1, root, newRoot: root }).explain();
    });
    expect(milliseconds).toBeLessThan(500);
  }

  it('has issues and does not throw', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        (sample, mutations) => {
          tryText(
            mutations.reduce((text, { at, remove, insert }) => {
              const offset = Math.floor(at * text.length);
              return text.slice(0, offset) + insert + text.slice(offset + remove);
            }, sample),
          );
        },
      ),
      { numRuns: 1000 * DEEP },
    );
    fc.assert(
      fc.property(anyText(300), (text) => {
        tryText(text);
        tryText(JSON.stringify({ rules: { '.read': text } }));
        tryText(JSON.stringify({ rules: { '.read': `'a'.matches(/${text}/)` } }));
      }),
      { numRuns: 200 * DEEP },
    );
  });
});

describe('a regular expression', () => {
  const atom = fc.constantFrom('a', 'b', '.', '\\d', '\\.', '[ab]', '[^a]', '[a-c1]', '\\/');
  const pattern = fc.letrec<{ sequence: string; group: string }>((tie) => ({
    group: fc
      .array(tie('sequence'), { minLength: 1, maxLength: 2 })
      .map((sequences) => `(${sequences.join('|')})`),
    sequence: fc
      .array(
        fc.tuple(
          fc.oneof({ depthSize: 'small', withCrossShrink: true }, atom, tie('group')),
          fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{1,}'),
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((parts) => parts.flat().join('')),
  }));
  const anchored = fc
    .tuple(fc.constantFrom('', '^'), pattern.sequence, fc.constantFrom('', '$'))
    .map((parts) => parts.join(''));

  it('matches the same as in JavaScript if both support it', () => {
    fc.assert(
      fc.property(
        anchored,
        fc.string({ unit: fc.constantFrom('a', 'b', '1', '.', '/'), maxLength: 6 }),
        (text, value) => {
          const translated = translatePattern(text, '');
          if (translated instanceof PatternError) throw new Error(`${text}: ${translated.reason}`);
          const compiled = compileRegularExpression(translated);
          if (compiled instanceof InvalidRegularExpression) throw new Error(compiled.reason);
          expect(compiled.matcher(value).find()).toBe(new RegExp(text).test(value));
        },
      ),
      { numRuns: 500 * DEEP },
    );
  });

  it.each([
    ['(?:a)', '?:a', true],
    ['(?:a)', 'a', false],
    ['\\{foo}', '{foo}', true],
    ['*a', 'x*a', true],
    ['^a|b$', 'ab', false],
    ['^a|b$', 'b', true],
    ['a+?b', 'aab', true],
    ['[a-]', '-', true],
    ['[\\d-x]', '-', true],
    ['[[]', '[', true],
  ])('/%s/ on %j is: %s', (text, value, expected) => {
    const translated = translatePattern(text, '');
    const compiled = compileRegularExpression(translated as string);
    expect(!(compiled instanceof InvalidRegularExpression) && compiled.matcher(value).find()).toBe(expected);
  });

  it.each(['(a+)+$', '(a|a)*$', '(.*)*x$'])('/%s/ takes linear time', (text) => {
    const ruleset = rulesOf({ '.read': `data.val().matches(/^${text}/)` });
    const root = Node.leaf(`${'a'.repeat(20_000)}!`);
    const milliseconds = cpuMilliseconds(() =>
      ruleset.judgeRead({ path: [], query: EVERYTHING, auth: null, nowMs: 1, root }),
    );
    expect(milliseconds).toBeLessThan(2000);
  });
});

describe('a rule that exceeds the text limit', () => {
  it('is false, as if replace() doubles a text with each call', () => {
    const doubled = `data.val()${".replace('a', 'aa')".repeat(40)}.length > 1`;
    const ruleset = rulesOf({ '.read': doubled });
    const root = Node.leaf('a');
    const decision = ruleset.judgeRead({ path: [], query: EVERYTHING, auth: null, nowMs: 1, root });
    expect(decision.reason).toContain('failed: The rule handles too much text.');
  });
});
