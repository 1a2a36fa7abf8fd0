/** What must hold for every rules file and every text: printing is stable, nothing throws, nothing hangs. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMilliseconds } from './cpu-time.test-support.ts';
import { documentAccess, rulesFile, testDocument, testRequest } from './fixtures.test-support.ts';
import { expressionText, mutate, mutation, rulesText } from './generated-rules.test-support.ts';
import { IssueList } from './issue.ts';
import { parseRules } from './parser.ts';
import { printRules } from './print-rules.test-support.ts';
import type { RulesMethod } from './request-value.ts';
import { compileRuleset, type Decision, explanationLine, type Ruleset } from './ruleset.ts';
import { SourceText } from './source-text.ts';
import type { RulesFile } from './syntax.ts';

function parse(text: string): RulesFile {
  const source = new SourceText(text, 'test.rules');
  const issues = new IssueList(source);
  const file = parseRules(source, issues);
  if (file === undefined || issues.hasErrors) throw new Error(`${JSON.stringify(issues.sorted())}\n${text}`);
  return file;
}

/** A tree without its places. */
function shape(file: RulesFile): string {
  const places = new Set(['start', 'end', 'location', 'pathRange']);
  return JSON.stringify(file, (key, value) => {
    if (places.has(key)) return undefined;
    if (typeof value === 'bigint') return `${value}n`;
    return value instanceof Uint8Array ? [...value] : value;
  });
}

const METHODS: readonly RulesMethod[] = ['get', 'list', 'create', 'update', 'delete'];
const DOCUMENT = testDocument('c/x', { data: 1, uid: 'alice', x: [1, 'a', { in: 2.5 }], auth: null });
/** A decision costs at most a thousand expressions: this much means that something runs away. */
const MAXIMUM_DECISION_MS = 500;

function judgeEverything(ruleset: Ruleset): void {
  for (const method of METHODS) {
    const request = testRequest({
      method,
      path: method === 'list' ? ['c'] : ['c', 'x'],
      resource: DOCUMENT,
      newResource: method === 'create' || method === 'update' ? DOCUMENT : null,
    });
    let made: Decision | undefined;
    const milliseconds = cpuMilliseconds(() => {
      made = ruleset.authorize(request, documentAccess(DOCUMENT));
    });
    expect(milliseconds).toBeLessThan(MAXIMUM_DECISION_MS);
    const decision = made as Decision;
    expect(decision.message === '').toBe(decision.allowed);
    const explanation = decision.explain();
    expect(explanation.allowed).toBe(decision.allowed);
    expect(explanationLine(explanation)).toContain(decision.allowed ? 'granted' : 'denied');
  }
}

describe('every generated program', () => {
  test('parses, prints and parses to the same tree', () => {
    fc.assert(
      fc.property(rulesText, (text) => {
        const first = parse(text);
        const printed = printRules(first);
        const second = parse(printed);
        expect(shape(second)).toBe(shape(first));
        expect(printRules(second)).toBe(printed);
      }),
      { numRuns: 500 },
    );
  }, 120_000);

  test('gives a decision and an explanation that agrees with it', () => {
    let judged = 0;
    fc.assert(
      fc.property(rulesText, (text) => {
        const { ruleset } = compileRuleset(text, { onDebug: () => {} });
        if (ruleset === undefined) return;
        judged++;
        judgeEverything(ruleset);
      }),
      { numRuns: 1000 },
    );
    expect(judged).toBeGreaterThan(500);
  }, 120_000);

  test('denies under `!` what it does not grant, and never grants both', () => {
    fc.assert(
      fc.property(expressionText, (expression) => {
        const verdict = (condition: string): boolean | undefined =>
          compileRuleset(rulesFile(`match /c/{id} { allow get: if ${condition}; }`), {
            onDebug: () => {},
          }).ruleset?.authorize(testRequest({ resource: DOCUMENT }), documentAccess(DOCUMENT)).allowed;
        expect(verdict(expression) === true && verdict(`!(${expression})`) === true).toBe(false);
      }),
      { numRuns: 500 },
    );
  }, 120_000);
});

describe('every text', () => {
  test('compiles or has issues with places, and what compiles decides', () => {
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
          judgeEverything(ruleset);
        }
      }),
      { numRuns: 10_000 },
    );
    // Both kinds must have been met, or the property has said nothing.
    expect(compiled).toBeGreaterThan(500);
    expect(compiled).toBeLessThan(9500);
  }, 120_000);

  test('is no trouble when it is noise', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (text) => {
        expect(compileRuleset(text).ruleset).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  }, 120_000);
});
