/** Warnings about allow statements: methods that do not exist, statements that nothing reaches or proves. */

import type { Declarations, ScopedMatch } from './declarations.ts';
import type { IssueList } from './issue.ts';
import { expandMethods } from './ruleset-compiler.ts';
import type { AllowStatement, MatchSegment, RulesFile } from './syntax.ts';
import { isUnprovableList } from './unprovable-list.ts';

const METHODS: ReadonlySet<string> = new Set(['get', 'list', 'create', 'update', 'delete']);

/** Adds warnings about allow statements to `issues`. */
export function lintAllowStatements(file: RulesFile, { matches }: Declarations, issues: IssueList): void {
  if (file.services.every(({ name }) => name !== 'cloud.firestore')) {
    issues.warning({ start: 0, end: 1 }, "No 'service cloud.firestore': every request is denied.");
  }
  const grants: Grant[] = [];
  for (const placed of matches) {
    const unmatched = placed.block.allows.length > 0 ? unmatchedReason(placed.segments) : undefined;
    if (unmatched !== undefined) issues.warning(placed.block.pathRange, `Unreachable match: ${unmatched}`);
    for (const statement of placed.block.allows) {
      lintMethods(statement, issues);
      lintReachability(placed, statement, grants, issues);
      if (isUnconditional(statement)) addGrant(grants, placed, statement);
      if (
        statement.methods.some(({ text }) => text.toLowerCase() === 'list') &&
        isUnprovableList(placed, statement)
      ) {
        const capture = placed.block.path.at(-1);
        const name = capture?.kind === 'wildcard' ? capture.name : '';
        issues.warning(
          statement.condition?.location ?? statement,
          `Unprovable list: a query leaves {${name}} open, so this condition is an error for every list.`,
        );
      }
    }
  }
}

function lintMethods(statement: AllowStatement, issues: IssueList): void {
  for (const name of statement.methods) {
    const method = name.text.toLowerCase();
    if (!METHODS.has(method) && method !== 'read' && method !== 'write') {
      issues.warning(name, `Invalid method name: ${name.text}.`);
    }
  }
}

function isUnconditional({ condition }: AllowStatement): boolean {
  return condition === undefined || (condition.kind === 'literal' && condition.value === true);
}

/** What the unconditional statements of one match block grant. */
interface Grant {
  readonly placed: ScopedMatch;
  readonly methods: Set<string>;
}

/** Every statement is compared with every grant; a file with more than this is no place for advice. */
const MAXIMUM_GRANTS = 50;

function addGrant(grants: Grant[], placed: ScopedMatch, statement: AllowStatement): void {
  const last = grants.at(-1);
  if (last?.placed === placed) for (const method of expandMethods(statement)) last.methods.add(method);
  else if (grants.length < MAXIMUM_GRANTS) grants.push({ placed, methods: expandMethods(statement) });
}

/** An earlier statement without a condition has already granted all that this one could. */
function lintReachability(
  placed: ScopedMatch,
  statement: AllowStatement,
  grants: readonly Grant[],
  issues: IssueList,
): void {
  const methods = [...expandMethods(statement)].filter((method) => METHODS.has(method));
  const covering = grants.filter((earlier) => covers(earlier.placed.segments, placed.segments));
  const isGranted = (method: string): boolean => covering.some((earlier) => earlier.methods.has(method));
  if (methods.length > 0 && methods.every(isGranted)) {
    issues.warning(statement, 'Unreachable allow: an earlier allow without a condition grants its methods.');
  }
}

/** Does one pattern surely match every path that another matches? */
function covers(wide: readonly MatchSegment[], narrow: readonly MatchSegment[]): boolean {
  for (const [i, segment] of wide.entries()) {
    const other = narrow[i];
    if (segment.kind === 'wildcard' && segment.recursive) return i === wide.length - 1 && narrow.length > i;
    if (other === undefined || (other.kind === 'wildcard' && other.recursive)) return false;
    if (segment.kind === 'literal' && (other.kind !== 'literal' || other.text !== segment.text)) return false;
  }
  return wide.length === narrow.length;
}

/** Why a pattern matches no document: documents are /databases/d/documents/ and pairs of collection and id. */
function unmatchedReason(segments: readonly MatchSegment[]): string | undefined {
  const isRecursive = segments.some((segment) => segment.kind === 'wildcard' && segment.recursive);
  const [root, , middle] = segments;
  const fits = (segment: MatchSegment | undefined, text: string): boolean =>
    segment === undefined || segment.kind === 'wildcard' || segment.text === text;
  if (!isRecursive && segments.length < 5) return 'it is shorter than the path of any document.';
  if (!fits(root, 'databases') || (!isRecursive && !fits(middle, 'documents'))) {
    return "the path of every document begins with '/databases/{database}/documents'.";
  }
  if (!isRecursive && segments.length % 2 === 0)
    return 'it ends with a collection, and rules match documents.';
  return undefined;
}
