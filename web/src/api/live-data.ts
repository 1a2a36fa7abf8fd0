// Live endpoints: one SDK listener per cache entry. An entry belongs to a document or a query, not
// to its consumers, so many components and listeners share it. The listener ends with the entry:
// some time after the last consumer has left, or with the session.
import type { QueryRequest } from '../firebase/request.ts';

/** The part of the argument of an endpoint's `onCacheEntryAdded` that is needed here. */
interface CacheEntryLifecycle<Data> {
  readonly cacheEntryRemoved: Promise<void>;
  readonly getCacheEntry: () => { readonly data?: Data | undefined };
  readonly updateCachedData: (recipe: () => Data) => unknown;
}

type Subscribe<Data> = (
  sdk: typeof import('../firebase/sdk-client.ts'),
  onChange: (data: Data) => void,
  onError: (error: unknown) => void,
) => Promise<() => void>;

/**
 * Writes the SDK's data into the cache entry, until the entry is removed. It starts together with
 * the request of the endpoint: the SDK serves both from one listen target, so every document is
 * read once. `insert` is used while the entry has no data, because the request is slower or has
 * failed. Never rejects.
 */
async function stream<Data>(
  name: string,
  subscribe: Subscribe<Data>,
  lifecycle: CacheEntryLifecycle<Data>,
  insert: (data: Data) => void,
): Promise<void> {
  const warn = (error: unknown) => console.warn(`'${name}' is not updated live.`, error);
  try {
    let isRemoved = false;
    const removed = lifecycle.cacheEntryRemoved.then(() => {
      isRemoved = true;
    });
    const unsubscribe = await subscribe(
      await import('../firebase/sdk-client.ts'),
      (data) => {
        if (isRemoved) return;
        if (lifecycle.getCacheEntry().data === undefined) insert(data);
        else lifecycle.updateCachedData(() => data);
      },
      warn,
    );
    await removed;
    unsubscribe();
  } catch (cause) {
    warn(cause);
  }
}

/**
 * Follows the document at `path`: null if it does not exist. For an endpoint's `onCacheEntryAdded`;
 * see `stream`.
 */
export function streamDocument<Data>(
  path: string,
  lifecycle: CacheEntryLifecycle<Data | null>,
  insert: (data: Data | null) => void,
): Promise<void> {
  return stream<Data | null>(
    path,
    (sdk, onChange, onError) =>
      // The boundary to Firestore: the endpoint knows the type of the document.
      sdk.subscribeToDocument(path, (document) => onChange(document as Data | null), onError),
    lifecycle,
    insert,
  );
}

/** Follows the documents of a query. For an endpoint's `onCacheEntryAdded`; see `stream`. */
export function streamQuery<Data extends readonly unknown[]>(
  request: QueryRequest,
  lifecycle: CacheEntryLifecycle<Data>,
  insert: (data: Data) => void,
): Promise<void> {
  return stream<Data>(
    request.path,
    (sdk, onChange, onError) =>
      // The boundary to Firestore, as above.
      sdk.subscribeToQuery(
        request,
        (documents) => onChange(documents as readonly unknown[] as Data),
        onError,
      ),
    lifecycle,
    insert,
  );
}
