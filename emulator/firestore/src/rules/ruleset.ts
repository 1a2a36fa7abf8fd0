/**
 * The library's entry: rules text in, decisions out. Owns the walk over allow statements; everything it decides
 * about is passed in, so it runs without a database.
 */
import { checkRules } from './check-rules.ts';
import { type AllowOutcome, type Decision, denialMessage } from './decision.ts';
import { type AccessBudget, type DocumentAccess, DocumentLookups } from './document-lookup.ts';
import { ResourceMap } from './document-value.ts';
import { Evaluation, EvaluationAborted, type Probe } from './evaluation.ts';
import type { Explanation } from './explanation.ts';
import { typeError } from './failure.ts';
import { type Issue, IssueList } from './issue.ts';
import { lintRules } from './lint-rules.ts';
import { ANY_SEGMENT, ANY_SEGMENTS, type MatchPattern, type Subject } from './match-pattern.ts';
import { parseRules } from './parser.ts';
import { type Promised, promisesOf } from './query-promise.ts';
import { RequestMap, type RulesMethod, type RulesRequest } from './request-value.ts';
import { type CompiledAllow, type CompiledRules, compileRules } from './ruleset-compiler.ts';
import { SourceText } from './source-text.ts';
import type { RulesFile } from './syntax.ts';
import { RulesError, type RulesResult, type RulesValue } from './value.ts';
import { declarationsOf } from './walk-rules.ts';

export type { Decision } from './decision.ts';
export { AccessBudget, type DocumentAccess } from './document-lookup.ts';
export type { RulesDocument } from './document-value.ts';
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
  const bytes = Buffer.byteLength(text);
  if (bytes > MAXIMUM_SOURCE_BYTES) {
    issues.error(
      { start: 0, end: 1 },
      `Rules are too large: ${bytes} bytes, at most ${MAXIMUM_SOURCE_BYTES}.`,
    );
    return { ruleset: undefined, issues: issues.sorted() };
  }
  const file = parseRules(source, issues);
  const declarations = file === undefined ? undefined : declarationsOf(file);
  if (file !== undefined && declarations !== undefined && !issues.hasErrors)
    checkRules(file, declarations, issues);
  if (file === undefined || declarations === undefined || issues.hasErrors)
    return { ruleset: undefined, issues: issues.sorted() };
  lintRules(file, declarations, issues);
  return { ruleset: new Ruleset(file, source, options), issues: issues.sorted() };
}

/** What one run over the allow statements found. */
interface Verdict {
  readonly allowed: boolean;
  readonly outcomes: readonly AllowOutcome[];
}

/** Compiled rules. Immutable but for its coverage counters. */
export class Ruleset {
  readonly source: SourceText;
  readonly file: RulesFile;
  readonly #rules: CompiledRules;
  readonly #byMethod = new Map<string, CompiledAllow[]>();
  readonly #onDebug: (text: string) => void;

  constructor(file: RulesFile, source: SourceText, options: RulesetOptions) {
    this.file = file;
    this.source = source;
    this.#onDebug = options.onDebug ?? ((text) => console.log(text));
    this.#rules = compileRules(file, source, { watch: true });
    for (const method of ['get', 'list', 'create', 'update', 'delete']) {
      this.#byMethod.set(
        method,
        this.#rules.allows.filter((allow) => allow.methods.has(method)),
      );
    }
  }

  /**
   * Judges one operation. `access` must answer from one moment while the decision is in use; `budget` is shared
   * by the operations of one request. Errors in rules deny; nothing is thrown but what `access` throws.
   */
  authorize(request: RulesRequest, access: DocumentAccess, budget?: AccessBudget): Decision {
    const lookups = new DocumentLookups(access, budget);
    const requestMap = new RequestMap(request);
    const verdict =
      request.method === 'list'
        ? this.#judgeList(request, requestMap, lookups)
        : this.#judgeDocument(request, requestMap, lookups);
    return {
      allowed: verdict.allowed,
      get message() {
        return verdict.allowed ? '' : denialMessage(request.method, verdict.outcomes);
      },
      outcomes: verdict.outcomes,
      explain: (): Explanation => ({ summary: '' }),
    };
  }

  #judgeDocument(request: RulesRequest, requestMap: RequestMap, lookups: DocumentLookups): Verdict {
    const resource = request.resource === null ? null : new ResourceMap(request.resource, request.databaseId);
    const subject = ['databases', request.databaseId, 'documents', ...request.path];
    return this.#run(request.method, subject, this.#evaluation(requestMap, resource, lookups));
  }

  /** A list is granted when every disjunct of its query is: the rules never see a document. */
  #judgeList(request: RulesRequest, requestMap: RequestMap, lookups: DocumentLookups): Verdict {
    const promises = promisesOf(request.query, request.databaseId);
    if (promises === undefined) return { allowed: false, outcomes: [] };
    let verdict: Verdict = { allowed: true, outcomes: [] };
    for (const promise of promises) {
      const evaluation = this.#evaluation(requestMap, promise.resource, lookups);
      verdict = this.#run('list', listSubject(request, promise), evaluation);
      if (!verdict.allowed) return verdict;
    }
    return verdict;
  }

  #evaluation(
    request: RequestMap,
    resource: RulesValue,
    lookups: DocumentLookups,
    probe?: Probe,
  ): Evaluation {
    return new Evaluation(request, resource, lookups, probe, this.#onDebug);
  }

  #run(method: RulesMethod, subject: Subject, evaluation: Evaluation): Verdict {
    const outcomes: AllowOutcome[] = [];
    let matched: MatchPattern | undefined;
    let captures: RulesResult[] | undefined;
    for (const allow of this.#byMethod.get(method) ?? []) {
      if (allow.pattern !== matched) {
        matched = allow.pattern;
        captures = matched.match(subject);
      }
      if (captures === undefined) continue;
      evaluation.captures = captures;
      const result = conditionOf(allow, evaluation);
      if (result instanceof EvaluationAborted) {
        // An error before the limit was reached is the one that is reported.
        if (outcomes.every(({ error }) => error === undefined)) outcomes.push(outcomeOf(allow, result.error));
        return { allowed: false, outcomes };
      }
      outcomes.push(outcomeOf(allow, result));
      if (result === true) return { allowed: true, outcomes };
    }
    return { allowed: false, outcomes };
  }
}

function outcomeOf({ line, column }: CompiledAllow, result: boolean | RulesError): AllowOutcome {
  if (typeof result === 'boolean') return { line, column, outcome: result, error: undefined };
  return { line, column, outcome: 'error', error: result };
}

/** The value of an allow's condition: anything but a boolean is an error. */
function conditionOf(
  { condition, statement }: CompiledAllow,
  evaluation: Evaluation,
): boolean | RulesError | EvaluationAborted {
  if (condition === undefined) return true;
  try {
    evaluation.charge(condition.cost);
    const result = condition.evaluate(evaluation, []);
    if (typeof result === 'boolean' || result instanceof RulesError) return result;
    const error = typeError(result, 'bool');
    error.at = statement.condition?.anchor;
    return error;
  } catch (aborted) {
    if (aborted instanceof EvaluationAborted) return aborted;
    throw aborted;
  }
}

/** The paths of the documents that a query can return. */
function listSubject(request: RulesRequest, promise: Promised): Subject {
  const prefix = ['databases', request.databaseId, 'documents'];
  if (promise.documentPath !== undefined) return [...prefix, ...promise.documentPath];
  if (!request.collectionGroup) return [...prefix, ...request.path, ANY_SEGMENT];
  const collection = request.path.at(-1) ?? '';
  return [...prefix, ...request.path.slice(0, -1), ANY_SEGMENTS, collection, ANY_SEGMENT];
}
