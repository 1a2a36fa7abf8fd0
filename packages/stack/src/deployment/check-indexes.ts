import { readJsonFile } from '../config/json-file.ts';
import type { Project } from '../config/project.ts';
import { UserError } from '../user-error.ts';
import { findSourceQueries, type SourceQuery } from './source-queries.ts';

interface IndexField {
  readonly fieldPath: string;
  readonly order?: 'ASCENDING' | 'DESCENDING';
  readonly arrayConfig?: 'CONTAINS';
}

interface Index {
  readonly collectionGroup: string;
  readonly queryScope: string;
  readonly fields: readonly IndexField[];
}

/**
 * Checks that firestore.indexes.json has a composite index for every query in the source code that
 * needs one. Returns the counts as text.
 * @throws UserError that lists the queries without an index
 */
export function checkIndexes(project: Project): string {
  const file = project.firebase.firestore?.indexes as string;
  const { indexes } = readJsonFile(file, 'Fix the file.').value as { indexes: Index[] };
  const queries = findSourceQueries(project);
  const composite = queries.filter(needsComposite);
  const missing = composite.filter((query) => !indexes.some((index) => serves(index, query)));
  if (missing.length > 0) {
    const list = missing.map((query) => `${query.file}: ${describe(query)}`).join('\n');
    throw new UserError(
      `firestore.indexes.json has no index for:\n${list}`,
      'Add the index that the emulator prints for the query.',
    );
  }
  return `${queries.length} queries in the code, ${composite.length} need a composite index and have it`;
}

/**
 * Equality filters alone are served by merging single-field indexes; an order or range on another
 * field needs a composite index
 * (https://firebase.google.com/docs/firestore/query-data/index-overview).
 */
function needsComposite({ equal, ordered, contains }: SourceQuery): boolean {
  return ordered.length > 1 || (ordered.length === 1 && equal.length + contains.length > 0);
}

/**
 * An index has the equality fields first, in any order, then the ordered fields in their order; all
 * directions may be reversed.
 */
function serves(index: Index, query: SourceQuery): boolean {
  if (query.collection !== undefined && index.collectionGroup !== query.collection) return false;
  const fields = index.fields.filter((field) => field.fieldPath !== '__name__');
  const filters = [...query.equal, ...query.contains];
  if (fields.length !== filters.length + query.ordered.length) return false;
  const head = fields.slice(0, filters.length).map((field) => field.fieldPath);
  if (!filters.every((field) => head.includes(field))) return false;
  const tail = fields.slice(filters.length);
  const matches = (reverse: boolean) =>
    query.ordered.every(({ field, descending }, position) => {
      const found = tail[position];
      return found?.fieldPath === field && (found.order === 'DESCENDING') === (descending !== reverse);
    });
  return matches(false) || matches(true);
}

function describe({ collection, equal, contains, ordered }: SourceQuery): string {
  const orders = ordered.map(({ field, descending }) => `${field} ${descending ? 'desc' : 'asc'}`);
  return `${collection ?? '(collection unknown)'} where ${[...equal, ...contains].join(', ') || 'nothing'} order by ${orders.join(', ')}`;
}
