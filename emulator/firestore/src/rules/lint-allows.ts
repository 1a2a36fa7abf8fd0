/** Warnings about allow statements: methods that do not exist, statements that nothing reaches or proves. */
import type { IssueList } from './issue.ts';
import { canNeverList } from './list-provability.ts';
import { methodsOf } from './ruleset-compiler.ts';
import type { AllowStatement, MatchSegment, RulesFile } from './syntax.ts';
import type { Declarations, PlacedMatch } from './walk-rules.ts';

const METHODS: ReadonlySet<string> = new Set(['get', 'list', 'create', 'update', 'delete']);

/** Adds warnings about allow statements to `issues`. */
export function lintAllows(file: RulesFile, { matches }: Declarations, issues: IssueList): void {
  if (file.services.every(({ name }) => name !== 'cloud.firestore')) {
    issues.warning({ start: 0, end: 1 }, "No 'service cloud.firestore': every request is denied.");
  }
  const grants: Grant[] = [];
  for (const placed of matches) {
    const unmatched = placed.block.allows.length > 0 ? whyUnmatched(placed.segments) : undefined;
    if (unmatched !== undefined) issues.warning(placed.block.pathRange, `Unreachable match: ${unmatched}`);
    for (const statement of placed.block.allows) {
      lintMethods(statement, issues);
      lintReach(placed, statement, grants, issues);
      if (isUnconditional(statement)) addGrant(grants, placed, statement);
      if (
        statement.methods.some(({ text }) => text.toLowerCase() === 'list') &&
        canNeverList(placed, statement)
      ) {
        const capture = placed.block.path.at(-1);
        const name = capture?.kind === 'capture' ? capture.name : '';
        issues.warning(
          statement.condition?.anchor ?? statement,
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
  readonly placed: PlacedMatch;
  readonly methods: Set<string>;
}

/** Every statement is compared with every grant; a file with more than this is no place for advice. */
const MAXIMUM_GRANTS = 50;

function addGrant(grants: Grant[], placed: PlacedMatch, statement: AllowStatement): void {
  const last = grants.at(-1);
  if (last?.placed === placed) for (const method of methodsOf(statement)) last.methods.add(method);
  else if (grants.length < MAXIMUM_GRANTS) grants.push({ placed, methods: methodsOf(statement) });
}

/** An earlier statement without a condition has already granted all that this one could. */
function lintReach(
  placed: PlacedMatch,
  statement: AllowStatement,
  grants: readonly Grant[],
  issues: IssueList,
): void {
  const methods = [...methodsOf(statement)].filter((method) => METHODS.has(method));
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
    if (segment.kind === 'capture' && segment.recursive) return i === wide.length - 1 && narrow.length > i;
    if (other === undefined || (other.kind === 'capture' && other.recursive)) return false;
    if (segment.kind === 'word' && (other.kind !== 'word' || other.text !== segment.text)) return false;
  }
  return wide.length === narrow.length;
}

/** Why a pattern matches no document: documents are /databases/d/documents/ and pairs of collection and id. */
function whyUnmatched(segments: readonly MatchSegment[]): string | undefined {
  const isRecursive = segments.some((segment) => segment.kind === 'capture' && segment.recursive);
  const [root, , middle] = segments;
  const fits = (segment: MatchSegment | undefined, text: string): boolean =>
    segment === undefined || segment.kind === 'capture' || segment.text === text;
  if (!isRecursive && segments.length < 5) return 'it is shorter than the path of any document.';
  if (!fits(root, 'databases') || (!isRecursive && !fits(middle, 'documents'))) {
    return "the path of every document begins with '/databases/{database}/documents'.";
  }
  if (!isRecursive && segments.length % 2 === 0)
    return 'it ends with a collection, and rules match documents.';
  return undefined;
}
