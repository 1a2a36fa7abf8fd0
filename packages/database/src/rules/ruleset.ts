/**
 * The entry point of the rules engine. It has no I/O and no database: the data before and after an
 * operation is passed in.
 */
import { type Issue, IssueList } from '@savepoint/server/rules/issue';
import { SourceText } from '@savepoint/server/rules/source-text';
import type { Node } from '../core/node.ts';
import type { Path } from '../core/path.ts';
import type { Query } from '../core/query.ts';
import { checkRule } from './check/check-expression.ts';
import { type CompiledNode, type CompiledRules, compileTree } from './compile/compile-tree.ts';
import { Coverage } from './coverage/coverage.ts';
import { type Judgment, judgeRead, judgeWrite } from './evaluate/judge.ts';
import { Place } from './evaluate/place.ts';
import { NO_QUERY, queryValue } from './evaluate/query-value.ts';
import { Decision, type RulesMethod } from './explain/decision.ts';
import { Snapshot } from './runtime/snapshot.ts';
import type { Auth } from './runtime/value.ts';
import { plainJson, readJson } from './syntax/json-source.ts';
import { readRuleTree, rulesOf } from './syntax/rule-tree.ts';

export type { Explanation } from '@savepoint/server/rules/explanation';
export { explanationLine } from '@savepoint/server/rules/explanation';
export type { Issue } from '@savepoint/server/rules/issue';
export { type CoverageReport, coverageHtml, coverageJson } from './coverage/coverage-report.ts';
export { Decision } from './explain/decision.ts';
export type { Auth } from './runtime/value.ts';

/** No limit is documented. This one bounds the processing time of a hostile file. */
const MAXIMUM_LENGTH = 10 * 1024 * 1024;

const NO_INDEXES: ReadonlySet<string> = new Set();

/** The common parts of all operations. */
interface Operation {
  /** The variable `auth`. Operations of an administrator are not judged. */
  readonly auth: Auth;
  /** The variable `now`, and the value of all timestamps in a write. */
  readonly nowMs: number;
  /** The data; for a write, before it. */
  readonly root: Node;
}

/** A read, or the start of a listener. */
export interface ReadOperation extends Operation {
  readonly path: Path;
  readonly query: Query;
}

/**
 * A write of one path, or an update of several paths, which are all judged against the same data.
 */
export interface WriteOperation extends Operation {
  /** Paths from the root. */
  readonly paths: readonly Path[];
  /** The data after the write, with resolved server values. */
  readonly newRoot: Node;
}

/** Compiles rules. The ruleset is undefined if an issue is an error. Never throws. */
export function compileRuleset(
  text: string,
  fileName = 'database.rules.json',
): { readonly ruleset: Ruleset | undefined; readonly issues: readonly Issue[] } {
  const source = new SourceText(text, fileName);
  const issues = new IssueList(source);
  if (text.length > MAXIMUM_LENGTH) {
    issues.error({ start: 0, end: 1 }, `Rules are too large: at most ${MAXIMUM_LENGTH} characters.`);
    return { ruleset: undefined, issues: issues.sorted() };
  }
  const tree = readRuleTree(source, issues);
  if (tree === undefined) return { ruleset: undefined, issues: issues.sorted() };
  for (const rule of rulesOf(tree)) {
    checkRule(rule, (range, description) => issues.error(rule.range(range), description));
  }
  const ruleset = issues.hasErrors ? undefined : new Ruleset(compileTree(tree, source), source);
  return { ruleset, issues: issues.sorted() };
}

/** Formats the errors as in the emulator's response: `3:15: Unknown variable 'tr'.` */
export function formatIssues(issues: readonly Issue[]): string {
  return issues
    .filter(({ severity }) => severity === 'ERROR')
    .map(({ sourcePosition: { line, column }, description }) => `${line}:${column}: ${description}\n`)
    .join('');
}

/** Compiled rules. Immutable except for the coverage counters. */
export class Ruleset {
  readonly source: SourceText;
  /** The coverage since the ruleset was compiled. */
  readonly coverage: Coverage;
  readonly #rules: CompiledRules;

  /** Use `compileRuleset`, which checks the rules. */
  constructor(rules: CompiledRules, source: SourceText) {
    this.source = source;
    this.coverage = new Coverage(rules, source);
    this.#rules = rules;
  }

  /** Returns whether a write can revoke a read, because some `.read` uses `data` or `root`. */
  get readsDependOnData(): boolean {
    return this.#rules.readsDependOnData;
  }

  /** The rules as JSON, without comments: `{"rules": ...}`. */
  get json(): unknown {
    return plainJson(readJson(this.source.text));
  }

  /** The child paths, or `.value`, of the indexes declared at a location. */
  indexesAt(path: Path): ReadonlySet<string> {
    let node: CompiledNode | undefined = this.#rules.root;
    for (const key of path) node = node?.children.get(key) ?? node?.wildcard;
    return node?.indexOn ?? NO_INDEXES;
  }

  /** Decides on a read. Evaluation errors deny it. */
  judgeRead({ path, auth, nowMs, root, query }: ReadOperation): Decision {
    const data = new Snapshot(root);
    const variables = { auth, now: nowMs, root: data, query: queryValue(query) };
    const place = new Place(this.#rules.root, variables, this.coverage, data, data);
    return this.#decision('read', path, judgeRead(place, path));
  }

  /** Decides on a write. Evaluation errors deny it. */
  judgeWrite({ paths, auth, nowMs, root, newRoot }: WriteOperation): Decision {
    const data = new Snapshot(root);
    const variables = { auth, now: nowMs, root: data, query: NO_QUERY };
    const place = new Place(this.#rules.root, variables, this.coverage, data, new Snapshot(newRoot));
    let decision: Decision | undefined;
    for (const path of paths) {
      decision = this.#decision('write', path, judgeWrite(place, path));
      if (!decision.isAllowed) return decision;
    }
    return decision ?? this.#decision('write', [], { isAllowed: true, outcomes: [] });
  }

  #decision(method: RulesMethod, path: Path, judgment: Judgment): Decision {
    return new Decision(this.#rules, this.source, method, path, judgment);
  }
}
