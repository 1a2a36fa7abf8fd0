import { compareIds } from '../core/resource-name.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import type { DocumentStore } from '../store/document-store.ts';

interface ListedDocument {
  readonly id: string;
  /** Undefined for a missing document: one that does not exist but has subcollections. */
  readonly document: StoredDocument | undefined;
}

/**
 * The documents of the collection at `path` in id order, starting after the id `after`.
 * `showMissing` includes missing documents, as in ListDocumentsRequest.
 */
export function* listCollection(
  store: DocumentStore,
  path: string,
  showMissing: boolean,
  after: string | undefined,
): Generator<ListedDocument> {
  const missing = showMissing ? missingIds(store, path, after) : [];
  let next = 0;
  for (const document of store.collection(path)?.documents(after) ?? []) {
    if (document.id === after) continue;
    while (next < missing.length && compareIds(missing[next] as string, document.id) < 0) {
      yield { id: missing[next++] as string, document: undefined };
    }
    yield { id: document.id, document };
  }
  for (const id of missing.slice(next)) yield { id, document: undefined };
}

function missingIds(store: DocumentStore, path: string, after: string | undefined): string[] {
  const ids = new Set<string>();
  const collection = store.collection(path);
  for (const below of store.collectionsBelow(path)) {
    const id = below.path.slice(path.length + 1).split('/', 1)[0] as string;
    if (!collection?.get(id) && (after === undefined || compareIds(id, after) > 0)) ids.add(id);
  }
  return [...ids].sort(compareIds);
}
