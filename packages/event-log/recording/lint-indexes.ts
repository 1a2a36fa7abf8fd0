import { type Node, parseTree } from 'jsonc-parser';
import type { Lint, SourceLine } from './advice.ts';

interface IndexedField {
  readonly path: string;
  readonly mode: string;
}

/**
 * A composite index needed by a recorded query, in the emulator's format (`firestore.indexes` of
 * its spans).
 */
export interface RequiredIndex {
  readonly collectionGroup: string;
  readonly scope: string;
  /** Fields with equality filters, in any order. */
  readonly prefix: readonly IndexedField[];
  /** The order fields, which come last. */
  readonly suffix: readonly IndexedField[];
}

/** A recorded query with the indexes it needs. */
export interface IndexedQuery {
  /** Without values, such as `orders where status == order by createdAt desc`. */
  readonly query: string;
  readonly indexes: readonly RequiredIndex[];
  readonly traceId: string;
}

interface DeclaredIndex {
  readonly collectionGroup: string;
  readonly queryScope?: string;
  readonly fields: readonly {
    readonly fieldPath: string;
    readonly order?: string;
    readonly arrayConfig?: string;
    readonly vectorConfig?: object;
  }[];
}

/**
 * Compares the indexes in a firestore.indexes.json with the needs of recorded queries.
 * @param text of the file
 */
export function lintIndexes(file: string, text: string, queries: readonly IndexedQuery[]): Lint[] {
  const list = parseTree(text)?.children?.find(({ children }) => children?.[0]?.value === 'indexes')
    ?.children?.[1];
  const nodes = list?.children ?? [];
  const declared = nodes.map(
    (node) => JSON.parse(text.slice(node.offset, node.offset + node.length)) as DeclaredIndex,
  );
  const line = (node: Node | undefined): SourceLine => ({ file, line: lineAt(text, node?.offset ?? 0) });
  const required = queries.flatMap(({ query, indexes, traceId }) =>
    indexes.map((index) => ({ query, index, traceId })),
  );
  const missing = required.filter(({ index }) => !declared.some((each) => serves(each, index)));
  const unused = declared
    .map((index, position) => ({ index, position }))
    .filter(({ index }) => !required.some((each) => serves(index, each.index)));
  return [
    ...uniqueBy(missing, ({ index }) => JSON.stringify(index)).map(
      ({ query, index, traceId }): Lint => ({
        name: 'missing-index',
        level: 'error',
        title: `${index.collectionGroup} has no index for a query`,
        detail: `${query}: production rejects it.`,
        source: line(list),
        fix: `Add to "indexes": ${JSON.stringify(declarationOf(index))}`,
        traceId,
      }),
    ),
    ...unused.map(
      ({ index, position }): Lint => ({
        name: 'unused-index',
        level: 'info',
        title: `No recorded query uses this index of ${index.collectionGroup}`,
        detail: `${describe(index)}: each write of such a document updates it, and it is stored.`,
        source: line(nodes[position]),
        fix: 'Remove it unless it serves a query that has not run since the start.',
      }),
    ),
  ];
}

/**
 * Returns whether an index ends in the required order, or its reverse, and all preceding fields
 * have equality filters.
 */
function serves(
  { collectionGroup, queryScope = 'COLLECTION', fields }: DeclaredIndex,
  required: RequiredIndex,
): boolean {
  if (collectionGroup !== required.collectionGroup || queryScope !== required.scope) return false;
  const isNameNeeded = required.suffix.some(({ path }) => path === '__name__');
  const own = fields.filter(({ fieldPath }) => isNameNeeded || fieldPath !== '__name__').map(modeOf);
  const split = own.length - required.suffix.length;
  if (split < 0) return false;
  const isPrefix = own
    .slice(0, split)
    .every(({ path, mode }) =>
      required.prefix.some(
        (each) => each.path === path && (each.mode === 'CONTAINS') === (mode === 'CONTAINS'),
      ),
    );
  const tail = own.slice(split);
  const ends = (reverse: boolean) =>
    required.suffix.every(
      ({ path, mode }, i) => tail[i]?.path === path && tail[i]?.mode === (reverse ? opposite(mode) : mode),
    );
  return isPrefix && (ends(false) || ends(true));
}

function modeOf({
  fieldPath,
  order = 'ASCENDING',
  arrayConfig,
  vectorConfig,
}: DeclaredIndex['fields'][number]): IndexedField {
  return { path: fieldPath, mode: arrayConfig ?? (vectorConfig === undefined ? order : 'VECTOR') };
}

function opposite(mode: string): string {
  if (mode === 'ASCENDING') return 'DESCENDING';
  return mode === 'DESCENDING' ? 'ASCENDING' : mode;
}

function declarationOf({ collectionGroup, scope, prefix, suffix }: RequiredIndex): object {
  const fields = [...prefix, ...suffix].map(({ path, mode }) =>
    mode === 'CONTAINS' ? { fieldPath: path, arrayConfig: mode } : { fieldPath: path, order: mode },
  );
  return { collectionGroup, queryScope: scope, fields };
}

function describe({ fields }: DeclaredIndex): string {
  return fields.map((field) => `${field.fieldPath} ${modeOf(field).mode.toLowerCase()}`).join(', ');
}

function uniqueBy<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
