import { anyText } from '@savepoint/server/rules/any-text.test-support';
import { cpuMilliseconds } from '@savepoint/server/rules/cpu-time.test-support';
import { IssueList } from '@savepoint/server/rules/issue';
import { SourceText } from '@savepoint/server/rules/source-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentAccess, rulesFile, testDocument, testRequest } from './fixtures.test-support.ts';
import { expressionText, mutate, mutation, rulesText } from './generated-rules.test-support.ts';
import { printRules } from './print-rules.test-support.ts';
import { compileRuleset, type Decision, explanationLine, type Ruleset } from './ruleset.ts';
import type { RulesMethod } from './runtime/request-value.ts';
import { parseRules } from './syntax/parser.ts';
import type { RulesFile } from './syntax/syntax.ts';

function parse(text: string): RulesFile {
  const source = new SourceText(text, 'test.rules');
  const issues = new IssueList(source);
  const file = parseRules(source, issues);
  if (file === undefined || issues.hasErrors) throw new Error(`${JSON.stringify(issues.sorted())}\n${text}`);
  return file;
}

/** The JSON of a syntax tree without its source positions. */
function withoutPositions(file: RulesFile): string {
  const positions = new Set(['start', 'end', 'location', 'pathRange']);
  return JSON.stringify(file, (key, value) => {
    if (positions.has(key)) return undefined;
    if (typeof value === 'bigint') return `${value}n`;
    return value instanceof Uint8Array ? [...value] : value;
  });
}

/** How many times more cases `npm run test:deep` tries. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);
const METHODS: readonly RulesMethod[] = ['get', 'list', 'create', 'update', 'delete'];
const DOCUMENT = testDocument('c/x', { data: 1, uid: 'alice', x: [1, 'a', { in: 2.5 }], auth: null });
/** A decision evaluates at most a thousand expressions, which takes far less. */
const MAXIMUM_DECISION_MS = 500;

function authorizeEveryMethod(ruleset: Ruleset): void {
  for (const method of METHODS) {
    const request = testRequest({
      method,
      path: method === 'list' ? ['c'] : ['c', 'x'],
      resource: DOCUMENT,
      newResource: method === 'create' || method === 'update' ? DOCUMENT : null,
    });
    let result: Decision | undefined;
    const milliseconds = cpuMilliseconds(() => {
      result = ruleset.authorize(request, documentAccess(DOCUMENT));
    });
    expect(milliseconds).toBeLessThan(MAXIMUM_DECISION_MS);
    const decision = result as Decision;
    expect(decision.message === '').toBe(decision.allowed);
    const explanation = decision.explain();
    expect(explanation.allowed).toBe(decision.allowed);
    expect(explanationLine(explanation)).toContain(decision.allowed ? 'granted' : 'denied');
  }
}

describe('a generated rules file', () => {
  it('parses to the same tree after it is printed', () => {
    fc.assert(
      fc.property(rulesText, (text) => {
        const first = parse(text);
        const printed = printRules(first);
        const second = parse(printed);
        expect(withoutPositions(second)).toBe(withoutPositions(first));
        expect(printRules(second)).toBe(printed);
      }),
      { numRuns: 100 * DEEP },
    );
  });

  it('yields decisions and explanations that agree', () => {
    const numRuns = 200 * DEEP;
    let compiled = 0;
    fc.assert(
      fc.property(rulesText, (text) => {
        const { ruleset } = compileRuleset(text, { onDebug: () => {} });
        if (ruleset === undefined) return;
        compiled++;
        authorizeEveryMethod(ruleset);
      }),
      { numRuns },
    );
    expect(compiled).toBeGreaterThan(numRuns / 2);
  });

  it('grants no comparison that is false or fails according to the type check', () => {
    const numRuns = 300 * DEEP;
    let warned = 0;
    fc.assert(
      fc.property(
        expressionText,
        fc.constantFrom('==', '<', '>='),
        expressionText,
        fc.boolean(),
        (left, operator, right, exists) => {
          const text = rulesFile(`match /c/{id} { allow get: if (${left}) ${operator} (${right}); }`);
          const at = text.indexOf(`(${left}) ${operator}`) + left.length + 3;
          const { ruleset, issues } = compileRuleset(text, { onDebug: () => {} });
          const isWarned = issues.some(
            ({ description, sourcePosition }) =>
              sourcePosition.currentOffset === [...text.slice(0, at)].length &&
              /always return false|Unsupported operation/.test(description),
          );
          if (!isWarned || ruleset === undefined) return;
          warned++;
          const request = testRequest({ resource: exists ? DOCUMENT : null });
          expect(ruleset.authorize(request, documentAccess(DOCUMENT)).allowed).toBe(false);
        },
      ),
      { numRuns },
    );

    expect(warned).toBeGreaterThan(numRuns / 20);
  });

  it('never grants both a condition and its negation', () => {
    fc.assert(
      fc.property(expressionText, (expression) => {
        const isAllowed = (condition: string): boolean | undefined =>
          compileRuleset(rulesFile(`match /c/{id} { allow get: if ${condition}; }`), {
            onDebug: () => {},
          }).ruleset?.authorize(testRequest({ resource: DOCUMENT }), documentAccess(DOCUMENT)).allowed;
        expect(isAllowed(expression) === true && isAllowed(`!(${expression})`) === true).toBe(false);
      }),
      { numRuns: 100 * DEEP },
    );
  });
});

describe('a mutated or random text', () => {
  it('compiles to a ruleset that decides every request, or has errors with positions', () => {
    const numRuns = 500 * DEEP;
    let compiled = 0;
    fc.assert(
      fc.property(rulesText, fc.array(mutation, { minLength: 1, maxLength: 4 }), (text, mutations) => {
        const broken = mutations.reduce(mutate, text);
        const { ruleset, issues } = compileRuleset(broken, { onDebug: () => {} });
        for (const { description, sourcePosition } of issues) {
          expect(description).not.toBe('');
          expect(sourcePosition.line).toBeGreaterThan(0);
          expect(sourcePosition.column).toBeGreaterThan(0);
        }
        if (ruleset === undefined) {
          expect(issues.some(({ severity }) => severity === 'ERROR')).toBe(true);
        } else {
          compiled++;
          authorizeEveryMethod(ruleset);
        }
      }),
      { numRuns },
    );
    // The property is meaningful only if the mutations produced both kinds.

    expect(compiled).toBeGreaterThan(numRuns / 50);
    expect(compiled).toBeLessThan(numRuns * 0.95);
  });

  it('does not compile, and compileRuleset does not throw, when it is random', () => {
    fc.assert(
      fc.property(anyText(300), (text) => {
        expect(compileRuleset(text).ruleset).toBeUndefined();
      }),
      { numRuns: 200 * DEEP },
    );
  });
});
