/**
 * The library's entry: rules text in, decisions out. Owns the walk over allow statements; everything it decides
 * about is passed in, so it runs without a database.
 */

import { checkRules } from './check-rules.ts';
import { Coverage } from './coverage.ts';
import { Decision } from './decision.ts';
import { collectDeclarations } from './declarations.ts';
import { type AccessBudget, CachedDocumentLookups, type DocumentAccess } from './document-lookup.ts';
import {
  type AllowOutcome,
  type EvaluationContext,
  type EvaluationObservers,
  evaluateAllowStatements,
  evaluationTargets,
} from './evaluate-allow-statements.ts';
import { type Issue, IssueList } from './issue.ts';
import { lintRules } from './lint-rules.ts';
import { parseRules } from './parser.ts';
import { RequestMap, type RulesRequest } from './request-value.ts';
import { type CompiledRules, compileRules } from './ruleset-compiler.ts';
import { SourceText } from './source-text.ts';
import type { RulesFile } from './syntax.ts';

export { type CoverageFormat, coverageReport } from './coverage-report.ts';
export { Decision } from './decision.ts';
export { AccessBudget, type DocumentAccess } from './document-lookup.ts';
export type { RulesDocument } from './document-value.ts';
export { evaluationRecord } from './evaluation-record.ts';
export { type Explanation, explanationDetail, explanationLine } from './explanation.ts';
export type { Issue } from './issue.ts';
export type { RulesRequest } from './request-value.ts';

export interface RulesetOptions {
  /** How issues and reports name the file. */
  readonly fileName?: string;
  /** Where `debug()` writes; standard output when absent. */
  readonly onDebug?: (text: string) => void;
}

/** The documented bound of a source, in bytes. */
const MAXIMUM_SOURCE_BYTES = 256_001;

/** Compiles rules. With errors there is no ruleset; warnings come with one. Never throws. */
export function compileRuleset(
  text: string,
  options: RulesetOptions = {},
): { ruleset: Ruleset | undefined; issues: readonly Issue[] } {
  const source = new SourceText(text, options.fileName ?? 'firestore.rules');
  const issues = new IssueList(source);
  const file = parseAndCheck(source, issues);
  const ruleset = file === undefined ? undefined : new Ruleset(file, source, options);
  return { ruleset, issues: issues.sorted() };
}

/** The syntax tree of a source without errors. */
function parseAndCheck(source: SourceText, issues: IssueList): RulesFile | undefined {
  const bytes = Buffer.byteLength(source.text);
  if (bytes > MAXIMUM_SOURCE_BYTES) {
    const start = { start: 0, end: 1 };
    issues.error(start, `Rules are too large: ${bytes} bytes, at most ${MAXIMUM_SOURCE_BYTES}.`);
    return undefined;
  }
  const file = parseRules(source, issues);
  if (file === undefined || issues.hasErrors) return undefined;
  const declarations = collectDeclarations(file);
  checkRules(file, declarations, issues);
  if (issues.hasErrors) return undefined;
  lintRules(file, declarations, issues);
  return file;
}

/** Compiled rules. Immutable but for its coverage counters. */
export class Ruleset {
  readonly source: SourceText;
  /** What has been evaluated since the ruleset was compiled. */
  readonly coverage: Coverage;
  readonly #rules: CompiledRules;
  readonly #observers: EvaluationObservers;

  /** For `compileRuleset`, which has checked the file. */
  constructor(file: RulesFile, source: SourceText, options: RulesetOptions) {
    this.source = source;
    this.#rules = compileRules(file, source);
    const coverage = new Coverage(file, source, this.#rules);
    this.coverage = coverage;
    this.#observers = {
      expressionObserver: coverage,
      onDebug: options.onDebug ?? ((text) => console.log(text)),
      onOutcome: ({ allow, outcome }) => coverage.recordOutcome(allow, outcome),
    };
  }

  /**
   * Judges one operation. `access` must answer from one moment while the decision is in use; `budget` is shared
   * by the operations of one request. Errors in rules deny; nothing is thrown but what `access` throws.
   */
  authorize(request: RulesRequest, access: DocumentAccess, budget?: AccessBudget): Decision {
    const lookups = new CachedDocumentLookups(access, budget);
    const requestMap = new RequestMap(request);
    const allows = this.#rules.allowsByMethod.get(request.method) ?? [];
    let run: EvaluationContext | undefined;
    let outcomes: readonly AllowOutcome[] = [];
    // A list is granted when every disjunct of its query is: the first that is not decides.
    for (const { targetPath, resource } of evaluationTargets(request) ?? []) {
      run = { targetPath, resource, request, requestMap, lookups };
      outcomes = evaluateAllowStatements(allows, run, this.#observers);
      if (outcomes.at(-1)?.outcome !== true) break;
    }
    return new Decision(this.#rules, this.source, request, run, outcomes);
  }
}
