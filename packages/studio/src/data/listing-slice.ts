// The documents of a query, in consecutive pages by cursor, so that a collection of any size is
// never loaded completely. Page n contains the documents after its cursor up to the cursor of page
// n + 1, so a reread page still fits between its neighbors, however many documents were added or
// deleted meanwhile. Example with pages of two documents, after `bb` was added:
//   before: [start: null, rows: a b] [start: b, rows: c d]
//   after:  [start: null, rows: a b] [start: b, rows: bb c d]
import {
  createAsyncThunk,
  createSlice,
  original,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { type ApiError, send } from '../api/client.ts';
import type { StoredError } from '../api/stack-api.ts';
import {
  type CollectionQuery,
  type Cursor,
  cursorOf,
  type Document,
  runQuery,
} from '../firestore/requests.ts';

export const PAGE_LENGTH = 50;
/**
 * A page that has grown beyond this shows only its first documents; the next page continues from
 * there.
 */
const MAX_PAGE_LENGTH = 500;

interface Page {
  /** The position after which it begins; null for the first page. */
  readonly start: Cursor | null;
  readonly rows: readonly Document[];
}

export interface Listing {
  readonly query: CollectionQuery | null;
  readonly pages: readonly Page[];
  readonly isComplete: boolean;
  readonly isLoading: boolean;
  readonly error: StoredError | null;
  /**
   * Names of documents that changed while they were displayed, with the time when Studio noticed
   * (ms since 1970).
   */
  readonly changedAt: Readonly<Record<string, number>>;
}

const initialState: Listing = {
  query: null,
  pages: [],
  isComplete: false,
  isLoading: false,
  error: null,
  changedAt: {},
};

interface ListingState {
  readonly listing: Listing;
}

/** Dispatches the thunks of the list. */
export type ListingDispatch = ThunkDispatch<ListingState, unknown, UnknownAction>;

interface RunQueryRow {
  readonly document?: Document;
}

async function readRows(
  query: CollectionQuery,
  range: Parameters<typeof runQuery>[1],
  signal: AbortSignal,
): Promise<Document[]> {
  const rows = (await send({ ...runQuery(query, range), signal })) as RunQueryRow[];
  return rows.flatMap(({ document }) => (document === undefined ? [] : [document]));
}

/** Shows another query from the start. */
export const listingOpened = createAsyncThunk<
  Document[],
  CollectionQuery,
  { state: ListingState; serializedErrorType: StoredError }
>(
  'listing/opened',
  (query, { signal }) => readRows(query, { start: null, end: null, limit: PAGE_LENGTH }, signal),
  { serializeError: storedError },
);

/** Loads the page after the last one, unless another query is displayed. */
export const nextPageRequested = createAsyncThunk<
  Page,
  CollectionQuery,
  { state: ListingState; serializedErrorType: StoredError }
>(
  'listing/nextPage',
  async (query, { getState, signal }) => {
    const { pages } = getState().listing;
    const start = cursorOf(query, pages.at(-1)?.rows.at(-1) as Document);
    return { start, rows: await readRows(query, { start, end: null, limit: PAGE_LENGTH }, signal) };
  },
  {
    serializeError: storedError,
    condition: (query, { getState }) => {
      const { listing } = getState();
      const { isComplete, isLoading, error, pages } = listing;
      return (
        isSame(listing, query) &&
        !isComplete &&
        !isLoading &&
        error === null &&
        (pages.at(-1)?.rows.length ?? 0) > 0
      );
    },
  },
);

/** Rereads the pages `first` to `last` and marks changes. */
export const pagesRefreshed = createAsyncThunk<
  readonly { readonly index: number; readonly rows: readonly Document[] }[],
  { first: number; last: number; query: CollectionQuery; nowMs: number },
  { state: ListingState }
>(
  'listing/pagesRefreshed',
  async ({ first, last, query }, { getState, signal }) => {
    const { pages } = getState().listing;
    const indexes = pages.map((_, index) => index).slice(first, last + 1);
    return Promise.all(
      indexes.map(async (index) => {
        const { start } = pages[index] as Page;
        const end = pages[index + 1]?.start ?? null;
        const limit = end === null ? PAGE_LENGTH : MAX_PAGE_LENGTH;
        return { index, rows: await readRows(query, { start, end, limit }, signal) };
      }),
    );
  },
  { condition: ({ query }, { getState }) => getState().listing.query === query },
);

export const listingSlice = createSlice({
  name: 'listing',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(
        listingOpened.pending,
        (_, { meta }) => ({ ...initialState, query: meta.arg, isLoading: true }) as never,
      )
      .addCase(listingOpened.fulfilled, (state, { payload, meta }) => {
        if (state.query !== meta.arg && !isSame(state as Listing, meta.arg)) return state;
        return {
          ...state,
          isLoading: false,
          pages: [{ start: null, rows: payload }],
          isComplete: payload.length < PAGE_LENGTH,
        } as never;
      })
      .addCase(listingOpened.rejected, (state, { error, meta }) => {
        if (meta.aborted || !isSame(state as Listing, meta.arg)) return state;
        return { ...state, isLoading: false, error };
      })
      .addCase(nextPageRequested.pending, (state) => ({ ...state, isLoading: true }))
      .addCase(nextPageRequested.fulfilled, (state, { payload, meta }) => {
        // Another query has been opened, perhaps with another order, so these rows do not belong to
        // it.
        if (!isSame(state as Listing, meta.arg)) return state;
        // The same query was reopened: the next request continues there.
        if (state.pages.length === 0) return state;
        return {
          ...state,
          isLoading: false,
          pages: [...state.pages, payload],
          isComplete: payload.rows.length < PAGE_LENGTH,
        } as never;
      })
      .addCase(nextPageRequested.rejected, (state, { error, meta }) =>
        isSame(state as Listing, meta.arg) ? { ...state, isLoading: false, error } : state,
      )
      .addCase(pagesRefreshed.fulfilled, (state, { payload, meta }) => {
        const listing = original(state) as Listing;
        return isSame(listing, meta.arg.query)
          ? (withRefreshedPages(listing, payload, meta.arg.nowMs) as never)
          : state;
      });
  },
});

/** Converts an error to plain data; otherwise its status would be lost. */
function storedError(error: unknown): StoredError {
  const { status = 0, message = 'The documents cannot be read.' } = error as Partial<ApiError>;
  return { status, message };
}

function isSame({ query }: Listing, other: CollectionQuery): boolean {
  return JSON.stringify(query) === JSON.stringify(other);
}

function withRefreshedPages(
  listing: Listing,
  refreshed: readonly { readonly index: number; readonly rows: readonly Document[] }[],
  nowMs: number,
): Listing {
  const pages = [...listing.pages];
  const changedAt = { ...listing.changedAt };
  for (const { index, rows } of refreshed) {
    const page = pages[index];
    if (page === undefined) continue;
    const before = new Map(page.rows.map(({ name, updateTime }) => [name, updateTime]));
    const changed = rows.filter(({ name, updateTime }) => before.get(name) !== updateTime);
    if (changed.length === 0 && rows.length === page.rows.length) continue;
    for (const { name } of changed) changedAt[name] = nowMs;
    pages[index] = { ...page, rows };
  }
  const last = pages.at(-1);
  const lastWasRead = refreshed.some(({ index }) => index === pages.length - 1);
  const isComplete = lastWasRead ? (last?.rows.length ?? 0) < PAGE_LENGTH : listing.isComplete;
  const isUnchanged = pages.every((page, index) => page === listing.pages[index]);
  // Returns the same object, so that an unchanged list is not rerendered.
  return isUnchanged && isComplete === listing.isComplete
    ? listing
    : { ...listing, pages, changedAt, isComplete };
}

/** All loaded documents, in order. */
export function rowsOf({ pages }: Listing): Document[] {
  return pages.flatMap(({ rows }) => [...rows]);
}

/** The pages that contain the rows `first` to `last`. */
export function pagesOfRows(
  { pages }: Listing,
  first: number,
  last: number,
): { first: number; last: number } {
  let begin = 0;
  const hit: number[] = [];
  for (const [index, { rows }] of pages.entries()) {
    if (begin <= last && begin + rows.length > first) hit.push(index);
    begin += rows.length;
  }
  // An empty list counts as visible, because a document may appear in it.
  return { first: hit[0] ?? 0, last: hit.at(-1) ?? 0 };
}
