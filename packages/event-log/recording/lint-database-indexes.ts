import { type Node, parseTree } from 'jsonc-parser';
import type { Lint, SourceLine } from './advice.ts';

/** A query of the Realtime Database, without its values. */
export interface DatabaseQuery {
  /** Without a leading slash; contains the keys of the data. */
  readonly path: string;
  /** As in `.indexOn`: a child path, or `.value`. */
  readonly index: string;
  /** Whether it is a listener; other queries are rejected without the index. */
  readonly isListener: number;
  readonly traceId: string;
}

/** A location in the rules. */
interface Place {
  /** Such as `rooms/$room`. */
  readonly path: string;
  /** The rules at the location; if there are none, the closest object above it. */
  readonly node: Node;
  /** The indexes declared at the location. */
  readonly indexes: readonly string[];
}

/**
 * Compares the `.indexOn` declarations in the rules of a Realtime Database with the needs of
 * recorded queries.
 * @param text of the rules. Text that is not JSON, which the emulator rejects, yields nothing
 */
export function lintDatabaseIndexes(file: string, text: string, queries: readonly DatabaseQuery[]): Lint[] {
  const rules = childOf(parseTree(text), 'rules');
  if (rules === undefined) return [];
  const lineOf = ({ offset }: Node): SourceLine => ({
    file,
    line: text.slice(0, offset).split('\n').length,
  });
  const needed = queries.map((query) => ({ query, place: placeOf(rules, query.path) }));
  const missing = needed.filter(({ query, place }) => !place.indexes.includes(query.index));
  const groups = Map.groupBy(missing, ({ query, place }) => `${place.path} ${query.index}`);
  const used = new Set(needed.map(({ query, place }) => `${place.node.offset} ${query.index}`));
  return [
    ...[...groups.values()].map((group): Lint => {
      const [{ place, query }] = group as [(typeof group)[0]];
      const isRejected = group.some((each) => each.query.isListener === 0);
      const declared = [...place.indexes, query.index];
      return {
        name: 'missing-index',
        level: isRejected ? 'error' : 'warning',
        title: `/${place.path} has no index on ${query.index}`,
        detail: isRejected
          ? `A query of /${query.path} is rejected.`
          : `Each listener on /${query.path} gets all children and filters them itself.`,
        source: lineOf(place.node),
        fix: `Add to /${place.path} in the rules: ".indexOn": ${JSON.stringify(declared)}`,
        traceId: query.traceId,
      };
    }),
    ...declarations(rules, '').flatMap(({ path, node, indexes }) =>
      indexes
        .filter((index) => !used.has(`${node.offset} ${index}`))
        .map(
          (index): Lint => ({
            name: 'unused-index',
            level: 'info',
            title: `No recorded query uses the index of /${path} on ${index}`,
            detail: 'Each write of a child updates it.',
            source: lineOf(node),
            fix: 'Remove it unless it serves a query that has not run since the start.',
          }),
        ),
    ),
  ];
}

function childOf(node: Node | undefined, key: string): Node | undefined {
  return node?.children?.find(({ children }) => children?.[0]?.value === key)?.children?.[1];
}

/** The location that covers data. An exact key takes precedence over the variable, as in rules. */
function placeOf(rules: Node, path: string): Place {
  let node = rules;
  let isThere = true;
  const keys: string[] = [];
  for (const key of path.split('/').filter((each) => each !== '')) {
    const names = (node.children ?? []).map(({ children }) => String(children?.[0]?.value));
    const name = names.includes(key) ? key : names.find((each) => each.startsWith('$'));
    const child: Node | undefined = isThere && name !== undefined ? childOf(node, name) : undefined;
    isThere &&= child !== undefined;
    node = child ?? node;
    keys.push(child === undefined ? key : (name as string));
  }
  return { path: keys.join('/'), node, indexes: isThere ? declaredAt(node) : [] };
}

function declaredAt(node: Node): string[] {
  const declared = childOf(node, '.indexOn');
  const all =
    declared?.type === 'array' ? (declared.children ?? []) : declared === undefined ? [] : [declared];
  return all.map(({ value }) => String(value).replace(/^\/+|\/+$/g, ''));
}

/** All locations with indexes. */
function declarations(node: Node, path: string): Place[] {
  const below = (node.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    const name = String(key?.value);
    if (value?.type !== 'object') return [];
    return declarations(value, path === '' ? name : `${path}/${name}`);
  });
  return [{ path, node, indexes: declaredAt(node) }, ...below];
}
