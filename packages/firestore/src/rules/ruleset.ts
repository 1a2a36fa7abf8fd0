/**
 * The entry point of the rules engine. It has no I/O and no database: requests and document access
 * are passed in.
 */

import { type Issue, IssueList } from '@savepoint/server/rules/issue';
import { SourceText } from '@savepoint/server/rules/source-text';
import { type CompiledRules, compileRules } from './compile/ruleset-compiler.ts';
import { Coverage } from './coverage/coverage.ts';
import { type AccessBudget, CachedDocumentLookups, type DocumentAccess } from './evaluate/document-lookup.ts';
import {
  type AllowOutcome,
  type EvaluationContext,
  type EvaluationObservers,
  evaluateAllowStatements,
  evaluationTargets,
} from './evaluate/evaluate-allow-statements.ts';
import { Decision } from './explain/decision.ts';
import { parseAndCheck } from './parse-and-check.ts';
import { RequestMap, type RulesRequest } from './runtime/request-value.ts';
import type { RulesFile } from './syntax/syntax.ts';

export {
  deniedMessage,
  type Explanation,
  explanationDetail,
  explanationLine,
} from '@savepoint/server/rules/explanation';
export type { Issue } from '@savepoint/server/rules/issue';
export { type CoverageFormat, coverageReport } from './coverage/coverage-report.ts';
export { AccessBudget, type DocumentAccess } from './evaluate/document-lookup.ts';
export { Decision } from './explain/decision.ts';
export { evaluationRecord } from './explain/evaluation-record.ts';
export type { RulesDocument } from './runtime/document-value.ts';
export type { RulesRequest } from './runtime/request-value.ts';

/** Options of `compileRuleset`. */
export interface RulesetOptions {
  /** The file name in issues and reports. Default `firestore.rules`. */
  readonly fileName?: string;
  /** Receives the output of `debug()`. Default: standard output. */
  readonly onDebug?: (text: string) => void;
}

/** Compiles Firestore rules. The ruleset is undefined if an issue is an error. Never throws. */
export function compileRuleset(
  text: string,
  options: RulesetOptions = {},
): { ruleset: Ruleset | undefined; issues: readonly Issue[] } {
  const source = new SourceText(text, options.fileName ?? 'firestore.rules');
  const issues = new IssueList(source);
  const file = parseAndCheck(source, 'cloud.firestore', issues);
  const ruleset = file === undefined ? undefined : new Ruleset(file, source, options);
  return { ruleset, issues: issues.sorted() };
}

/** Compiled rules. Immutable except for the coverage counters. */
export class Ruleset {
  readonly source: SourceText;
  /** The coverage since the ruleset was compiled. */
  readonly coverage: Coverage;
  readonly #rules: CompiledRules;
  readonly #observers: EvaluationObservers;

  /** Use `compileRuleset`, which checks the file. */
  constructor(file: RulesFile, source: SourceText, options: RulesetOptions) {
    this.source = source;
    this.#rules = compileRules(file, source, 'cloud.firestore');
    const coverage = new Coverage(file, source, this.#rules);
    this.coverage = coverage;
    this.#observers = {
      expressionObserver: coverage,
      onDebug: options.onDebug ?? ((text) => console.log(text)),
      onOutcome: ({ allow, outcome }) => coverage.recordOutcome(allow, outcome),
    };
  }

  /**
   * Decides on one operation. `access` must read from one snapshot for as long as the decision is
   * in use. `budget` is shared by the operations of one request. Evaluation errors deny access.
   * Throws only what `access` throws.
   */
  authorize(request: RulesRequest, access: DocumentAccess, budget?: AccessBudget): Decision {
    const lookups = new CachedDocumentLookups(access, budget);
    const requestMap = new RequestMap(request);
    const allows = this.#rules.allowsByMethod.get(request.method) ?? [];
    let context: EvaluationContext | undefined;
    let outcomes: readonly AllowOutcome[] = [];
    // A list is granted only if every disjunct of its query is; the first denied one decides.
    for (const { targetPath, resource } of evaluationTargets(request) ?? []) {
      context = { targetPath, resource, request, requestMap, lookups };
      outcomes = evaluateAllowStatements(allows, context, this.#observers);
      if (outcomes.at(-1)?.outcome !== true) break;
    }
    return new Decision(this.#rules, this.source, request, context, outcomes);
  }
}
