/**
 * Warnings about allow statements: unknown methods, unreachable statements and lists that no query
 * can satisfy.
 */

import type { IssueList } from '@savepoint/server/rules/issue';
import { expandMethods } from '../compile/ruleset-compiler.ts';
import { ROOT_SEGMENTS, type RulesService } from '../runtime/rules-service.ts';
import { collectDeclarations, type ScopedMatch } from '../syntax/declarations.ts';
import type { AllowStatement, MatchSegment, RulesFile } from '../syntax/syntax.ts';
import { isUnprovableList } from './unprovable-list.ts';

const METHODS: ReadonlySet<string> = new Set(['get', 'list', 'create', 'update', 'delete']);

/** Reports warnings about the allow statements of a service. */
export function lintAllowStatements(file: RulesFile, service: RulesService, issues: IssueList): void {
  const services = file.services.filter(({ name }) => name === service);
  if (services.length === 0) {
    issues.warning({ start: 0, end: 1 }, `No 'service ${service}': every request is denied.`);
  }
  const { matches } = collectDeclarations({ ...file, services });
  const grants: Grant[] = [];
  for (const match of matches) {
    const unmatched = match.block.allows.length > 0 ? unmatchedReason(match.segments, service) : undefined;
    if (unmatched !== undefined) issues.warning(match.block.pathRange, `Unreachable match: ${unmatched}`);
    for (const statement of match.block.allows) {
      lintMethods(statement, issues);
      lintReachability(match, statement, grants, issues);
      if (isUnconditional(statement)) addGrant(grants, match, statement);
      if (
        service === 'cloud.firestore' &&
        statement.methods.some(({ text }) => text.toLowerCase() === 'list') &&
        isUnprovableList(match, statement)
      ) {
        const wildcard = match.block.path.at(-1);
        const name = wildcard?.kind === 'wildcard' ? wildcard.name : '';
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
      issues.warning(
        name,
        `Invalid method name: ${name.text}. It grants nothing: write get, list, create, update, delete, read or write.`,
      );
    }
  }
}

function isUnconditional({ condition }: AllowStatement): boolean {
  return condition === undefined || (condition.kind === 'literal' && condition.value === true);
}

/** The methods granted by the unconditional statements of a match block. */
interface Grant {
  readonly match: ScopedMatch;
  readonly methods: Set<string>;
}

/** Bounds the comparison of every statement with every grant. */
const MAXIMUM_GRANTS = 50;

function addGrant(grants: Grant[], match: ScopedMatch, statement: AllowStatement): void {
  const last = grants.at(-1);
  if (last?.match === match) for (const method of expandMethods(statement)) last.methods.add(method);
  else if (grants.length < MAXIMUM_GRANTS) grants.push({ match, methods: expandMethods(statement) });
}

/** Warns when earlier statements without a condition already grant all methods of this one. */
function lintReachability(
  match: ScopedMatch,
  statement: AllowStatement,
  grants: readonly Grant[],
  issues: IssueList,
): void {
  const methods = [...expandMethods(statement)].filter((method) => METHODS.has(method));
  const covering = grants.filter((earlier) => covers(earlier.match.segments, match.segments));
  const isGranted = (method: string): boolean => covering.some((earlier) => earlier.methods.has(method));
  if (methods.length > 0 && methods.every(isGranted)) {
    issues.warning(statement, 'Unreachable allow: an earlier allow without a condition grants its methods.');
  }
}

/**
 * True if `wide` matches every path that `narrow` matches. Conservative: may be false for hard
 * cases.
 */
function covers(wide: readonly MatchSegment[], narrow: readonly MatchSegment[]): boolean {
  for (const [i, segment] of wide.entries()) {
    const other = narrow[i];
    if (segment.kind === 'wildcard' && segment.recursive) return i === wide.length - 1 && narrow.length > i;
    if (other === undefined || (other.kind === 'wildcard' && other.recursive)) return false;
    if (segment.kind === 'literal' && (other.kind !== 'literal' || other.text !== segment.text)) return false;
  }
  return wide.length === narrow.length;
}

/**
 * The reason why a pattern matches nothing: it lacks `/databases/d/documents` followed by pairs of
 * collection and document ids, or `/b/bucket/o` followed by an object name.
 */
function unmatchedReason(segments: readonly MatchSegment[], service: RulesService): string | undefined {
  const isRecursive = segments.some((segment) => segment.kind === 'wildcard' && segment.recursive);
  const [root, , middle] = segments;
  const [rootText = '', , middleText = ''] = ROOT_SEGMENTS[service];
  const fits = (segment: MatchSegment | undefined, text: string): boolean =>
    segment === undefined || segment.kind === 'wildcard' || segment.text === text;
  const fitsRoot = fits(root, rootText) && (isRecursive || fits(middle, middleText));
  if (service === 'firebase.storage') {
    if (!fitsRoot) return "the path of every object begins with '/b/{bucket}/o'.";
    // The bucket itself is a path: the one for listing all objects.
    return !isRecursive && segments.length < 3 ? 'it is shorter than the path of any object.' : undefined;
  }
  if (!isRecursive && segments.length < 5) return 'it is shorter than the path of any document.';
  if (!fitsRoot) return "the path of every document begins with '/databases/{database}/documents'.";
  if (!isRecursive && segments.length % 2 === 0)
    return 'it ends with a collection, and rules match documents.';
  return undefined;
}
