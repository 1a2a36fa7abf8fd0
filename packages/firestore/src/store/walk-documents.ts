import { compareIds, comparePaths } from '../core/resource-name.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import type { Collection } from './collection.ts';
import type { DocumentStore } from './document-store.ts';

/**
 * All documents at any depth below the document `ancestor` ('' is the root) in name order, each
 * before its subcollections, starting with the first path at or after `from`.
 */
export function* walkDocuments(
  store: DocumentStore,
  ancestor: string,
  from: string | undefined,
): Generator<StoredDocument> {
  yield* walkBelow([...store.collectionsBelow(ancestor)], ancestor, from);
}

/** `collections` are all collections below `ancestor`, in path order. */
function* walkBelow(
  collections: readonly Collection[],
  ancestor: string,
  from: string | undefined,
): Generator<StoredDocument> {
  const start = ancestor === '' ? 0 : ancestor.length + 1;
  for (const [id, group] of bySegment(collections, start)) {
    const path = ancestor === '' ? id : `${ancestor}/${id}`;
    if (from !== undefined && comparePaths(path, from) < 0 && !from.startsWith(`${path}/`)) continue;
    yield* walkCollection(group, path, from?.startsWith(`${path}/`) ? from : undefined);
  }
}

function* walkCollection(
  collections: readonly Collection[],
  path: string,
  from: string | undefined,
): Generator<StoredDocument> {
  const own = collections[0]?.path === path ? collections[0] : undefined;
  const firstId = from?.slice(path.length + 1).split('/', 1)[0];
  const parents = [...bySegment(own ? collections.slice(1) : collections, path.length + 1)];
  let next = 0;
  const below = function* (id: string): Generator<StoredDocument> {
    while (next < parents.length && compareIds((parents[next] as [string, unknown])[0], id) <= 0) {
      const [parent, group] = parents[next++] as [string, Collection[]];
      if (firstId !== undefined && compareIds(parent, firstId) < 0) continue;
      yield* walkBelow(group, `${path}/${parent}`, parent === firstId ? from : undefined);
    }
  };
  for (const document of own?.documents(firstId) ?? []) {
    yield* before(document.id);
    if (from === undefined || comparePaths(document.path, from) >= 0) yield document;
    yield* below(document.id);
  }
  const last = parents.at(-1);
  if (last) yield* below(last[0]);

  /** The subcollections of missing documents with ids before `id`. */
  function* before(id: string): Generator<StoredDocument> {
    while (next < parents.length && compareIds((parents[next] as [string, unknown])[0], id) < 0) {
      yield* below((parents[next] as [string, unknown])[0]);
    }
  }
}

/** Groups collections by the path segment at index `start`, in order. */
function bySegment(collections: readonly Collection[], start: number): Map<string, Collection[]> {
  const groups = new Map<string, Collection[]>();
  for (const collection of collections) {
    const slash = collection.path.indexOf('/', start);
    const id = collection.path.slice(start, slash < 0 ? undefined : slash);
    const group = groups.get(id);
    if (group) group.push(collection);
    else groups.set(id, [collection]);
  }
  return groups;
}
