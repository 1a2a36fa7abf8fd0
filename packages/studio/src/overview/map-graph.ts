// The map of a stack as a graph, independent of its drawing. It shows what calls each function
// according to the configuration.
import type { LoadedFunction } from '../api/functions-endpoints.ts';
import type { Stack } from '../api/stack-api.ts';
import { dataHref } from '../firestore/data-path.ts';
import type { CollectionCount, Invocations } from './overview-endpoints.ts';

/** A box on the map. */
export interface MapNode {
  readonly id: string;
  readonly kind: 'source' | 'collection' | 'function';
  readonly label: string;
  /** The live count, such as `12 documents`. */
  readonly detail: string;
  readonly isFailing: boolean;
  readonly href: string;
}

/** An arrow: `from` calls `to`. */
interface MapEdge {
  readonly from: string;
  readonly to: string;
  /** The paths of rewrites, or the schedule. */
  readonly label: string;
}

export interface MapGraph {
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
}

interface MapParts {
  readonly functions: readonly LoadedFunction[];
  readonly rewrites: NonNullable<Stack['hosting']>['rewrites'];
  readonly collections: readonly CollectionCount[];
  readonly invocations: Readonly<Record<string, Invocations>>;
}

/**
 * The collection of a document pattern: `orders` for `orders/{id}` and for
 * `users/{uid}/orders/{id}`.
 */
function collectionOf(pattern: string): string {
  return pattern.split('/').at(-2) ?? pattern;
}

/**
 * The graph of functions called by rewrites, schedules and documents, of all collections, and of
 * the remaining functions as one box.
 */
export function mapOf({ functions, rewrites, collections, invocations }: MapParts): MapGraph {
  const nodes = new Map<string, MapNode>();
  const edges: MapEdge[] = [];
  const add = (node: MapNode) => {
    if (!nodes.has(node.id)) nodes.set(node.id, node);
  };
  const source = (label: string, href: string) =>
    add({ id: label, kind: 'source', label, detail: '', isFailing: false, href });
  const addFunction = ({ name }: LoadedFunction) => {
    const { calls = 0, errors = 0 } = invocations[name] ?? {};
    const detail = `${count(calls, 'call')}${errors === 0 ? '' : `, ${count(errors, 'error')}`}`;
    const href = `/functions?q=${encodeURIComponent(name)}`;
    add({ id: `f ${name}`, kind: 'function', label: name, detail, isFailing: errors > 0, href });
  };
  const addCollection = (id: string, documents: number | undefined) =>
    add({
      id: `c ${id}`,
      kind: 'collection',
      label: id,
      detail: documents === undefined ? '' : count(documents, 'document'),
      isFailing: false,
      href: dataHref({ databaseId: '(default)', segments: [id] }),
    });
  for (const { id, documents } of collections) addCollection(id, documents);
  const others: LoadedFunction[] = [];
  for (const each of functions) {
    const paths = rewrites
      .filter((rewrite) => rewrite.function === each.name)
      .map((rewrite) => rewrite.source);
    if (paths.length > 0) {
      source('Hosting', '/functions?q=https');
      edges.push({ from: 'Hosting', to: `f ${each.name}`, label: paths.join(', ') });
    }
    if (each.schedule !== undefined) {
      source('Schedules', '/functions?q=every');
      edges.push({ from: 'Schedules', to: `f ${each.name}`, label: each.schedule });
    }
    if (each.document !== undefined) {
      const collection = collectionOf(each.document);
      addCollection(collection, undefined);
      edges.push({ from: `c ${collection}`, to: `f ${each.name}`, label: each.trigger });
    }
    if (paths.length === 0 && each.schedule === undefined && each.document === undefined) others.push(each);
    else addFunction(each);
  }
  if (others.length > 0) {
    const calls = others.reduce((sum, { name }) => sum + (invocations[name]?.calls ?? 0), 0);
    const errors = others.reduce((sum, { name }) => sum + (invocations[name]?.errors ?? 0), 0);
    const detail = `${count(calls, 'call')}${errors === 0 ? '' : `, ${count(errors, 'error')}`}`;
    source('Clients', '/functions');
    const label = count(others.length, 'function');
    add({ id: 'others', kind: 'function', label, detail, isFailing: errors > 0, href: '/functions' });
    edges.push({ from: 'Clients', to: 'others', label: 'callable and HTTP' });
  }
  return { nodes: [...nodes.values()], edges };
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
