/**
 * The library's entry: rules text in, decisions out. Owns the walk over allow statements; everything it decides
 * about is passed in, so it runs without a database.
 */
import { checkRules } from './check-rules.ts';
import { Coverage, type OutcomeProbe } from './coverage.ts';
import { type AllowOutcome, type Decision, denialMessage } from './decision.ts';
import { type AccessBudget, type DocumentAccess, DocumentLookups } from './document-lookup.ts';
import { ResourceMap } from './document-value.ts';
import { Evaluation, EvaluationAborted, type Probe } from './evaluation.ts';
import { TraceRecorder } from './evaluation-trace.ts';
import { ConditionExplainer, sourceLine } from './explain-condition.ts';
import { type ExplainedAllow, type Explanation, summarize } from './explanation.ts';
import { typeError } from './failure.ts';
import { type Issue, IssueList } from './issue.ts';
import { lintRules } from './lint-rules.ts';
import { ANY_SEGMENT, ANY_SEGMENTS, type MatchPattern, type Subject } from './match-pattern.ts';
import { parseRules } from './parser.ts';
import { type Promised, promisesOf } from './query-promise.ts';
import { RequestMap, type RulesRequest } from './request-value.ts';
import { type CompiledAllow, type CompiledRules, compileRules } from './ruleset-compiler.ts';
import { SourceText } from './source-text.ts';
import type { RulesFile } from './syntax.ts';
import { RulesError, type RulesResult, type RulesValue } from './value.ts';
import { declarationsOf } from './walk-rules.ts';

export { type CoverageForm, coverageReport } from './coverage-report.ts';
export type { Decision } from './decision.ts';
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

/** Compiled rules. Immutable but for its coverage counters. */
export class Ruleset {
  readonly source: SourceText;
  readonly file: RulesFile;
  /** What has been evaluated since the ruleset was compiled. */
  readonly coverage: Coverage;
  readonly #rules: CompiledRules;
  readonly #byMethod = new Map<string, CompiledAllow[]>();
  readonly #onDebug: (text: string) => void;

  constructor(file: RulesFile, source: SourceText, options: RulesetOptions) {
    this.file = file;
    this.source = source;
    this.#onDebug = options.onDebug ?? ((text) => console.log(text));
    this.#rules = compileRules(file, source, { watch: true });
    this.coverage = new Coverage(file, source, this.#rules);
    for (const method of ['get', 'list', 'create', 'update', 'delete']) {
      this.#byMethod.set(
        method,
        this.#rules.allows.filter((allow) => allow.methods.has(method)),
      );
    }
  }

  /**
   * Judges one operation. `access` must answer from one moment while the decision is made; `budget` is shared
   * by the operations of one request. Errors in rules deny; nothing is thrown but what `access` throws.
   */
  authorize(request: RulesRequest, access: DocumentAccess, budget?: AccessBudget): Decision {
    const lookups = new DocumentLookups(access, budget);
    const requestMap = new RequestMap(request);
    let run: Run | undefined;
    let outcomes: readonly AllowOutcome[] = [];
    for (const scene of scenesOf(request) ?? []) {
      run = { ...scene, request, requestMap, lookups };
      outcomes = this.#run(run, this.coverage, this.#onDebug);
      if (outcomes.at(-1)?.outcome !== true) break;
    }
    return new RulesDecision(run, request, outcomes, this);
  }

  /** Runs a decision once more and tells what each of its expressions gave. */
  explain(run: Run | undefined, request: RulesRequest): Explanation {
    const statements: ExplainedAllow[] = [];
    if (run !== undefined) {
      const recorder = new TraceRecorder(this.#rules.watched);
      const explainer = new ConditionExplainer(this.#rules.watched, this.source, request.method === 'list');
      this.#run(run, recorder, undefined, (allow, { outcome, error }) => {
        const { condition } = allow.statement;
        const root = recorder.take().at(-1);
        statements.push({
          line: allow.line,
          column: allow.column,
          condition: condition === undefined ? '' : sourceLine(this.source, condition),
          outcome: outcome === true ? 'granted' : outcome === 'error' ? 'error' : 'false',
          causes: outcome === true || condition === undefined ? [] : explainer.causes(root, condition, error),
        });
      });
    }
    const explanation = {
      allowed: statements.at(-1)?.outcome === 'granted',
      method: request.method,
      path: `/${request.path.join('/')}`,
      fileName: this.source.fileName,
      statements,
      others: statements.length === 0 && run !== undefined ? this.#matchingOthers(run) : [],
    };
    return { ...explanation, summary: summarize(explanation) };
  }

  #matchingOthers({ subject }: Run): { line: number; methods: string }[] {
    return this.#rules.allows
      .filter(({ pattern }) => pattern.match(subject) !== undefined)
      .map(({ line, statement }) => ({
        line,
        methods: statement.methods.map(({ text }) => text).join(', '),
      }));
  }

  /** Tries the allow statements of a method in order, until one grants or a limit is reached. */
  #run(
    { request, requestMap, subject, resource, lookups }: Run,
    probe: Probe & Partial<OutcomeProbe>,
    onDebug: ((text: string) => void) | undefined,
    onOutcome?: (allow: CompiledAllow, outcome: AllowOutcome) => void,
  ): readonly AllowOutcome[] {
    const evaluation = new Evaluation(requestMap, resource, lookups, probe, onDebug);
    const outcomes: AllowOutcome[] = [];
    let matched: MatchPattern | undefined;
    let captures: RulesResult[] | undefined;
    for (const allow of this.#byMethod.get(request.method) ?? []) {
      if (allow.pattern !== matched) {
        matched = allow.pattern;
        captures = matched.match(subject);
      }
      if (captures === undefined) continue;
      evaluation.captures = captures;
      const result = conditionOf(allow, evaluation);
      const isAborted = result instanceof EvaluationAborted;
      const outcome = outcomeOf(allow, isAborted ? result.error : result);
      probe.visitAllow?.(allow, outcome.outcome);
      onOutcome?.(allow, outcome);
      // An error before the limit was reached is the one that is reported.
      if (!isAborted || outcomes.every(({ error }) => error === undefined)) outcomes.push(outcome);
      if (isAborted || result === true) break;
    }
    return outcomes;
  }
}

/** One pass over the allow statements: a document, or one disjunct of a query. */
interface Run {
  readonly request: RulesRequest;
  readonly requestMap: RequestMap;
  readonly lookups: DocumentLookups;
  readonly subject: Subject;
  readonly resource: RulesValue;
}

class RulesDecision implements Decision {
  readonly allowed: boolean;
  readonly outcomes: readonly AllowOutcome[];
  readonly #run: Run | undefined;
  readonly #request: RulesRequest;
  readonly #ruleset: Ruleset;

  constructor(
    run: Run | undefined,
    request: RulesRequest,
    outcomes: readonly AllowOutcome[],
    ruleset: Ruleset,
  ) {
    this.allowed = outcomes.at(-1)?.outcome === true;
    this.outcomes = outcomes;
    this.#run = run;
    this.#request = request;
    this.#ruleset = ruleset;
  }

  get message(): string {
    return this.allowed ? '' : denialMessage(this.#request.method, this.outcomes);
  }

  explain(): Explanation {
    return this.#ruleset.explain(this.#run, this.#request);
  }
}

/** What there is to judge: a document, or each disjunct of a query; undefined when a query has too many. */
function scenesOf(request: RulesRequest): readonly Pick<Run, 'subject' | 'resource'>[] | undefined {
  if (request.method === 'list') {
    return promisesOf(request.query, request.databaseId)?.map((promise) => ({
      subject: listSubject(request, promise),
      resource: promise.resource,
    }));
  }
  const resource = request.resource === null ? null : new ResourceMap(request.resource, request.databaseId);
  return [{ subject: ['databases', request.databaseId, 'documents', ...request.path], resource }];
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
