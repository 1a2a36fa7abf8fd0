import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CollectionQuery, Document } from '../firestore/requests.ts';
import {
  type Listing,
  type ListingDispatch,
  listingOpened,
  listingSlice,
  nextPageRequested,
  PAGE_LENGTH,
  pagesOfRows,
  pagesRefreshed,
  rowsOf,
} from './listing-slice.ts';

const QUERY: CollectionQuery = {
  parent: 'projects/p/databases/(default)/documents',
  collectionId: 'c',
  isGroup: false,
  filters: [],
  orderBy: null,
};

/** An in-memory collection that responds to queries by name. */
let documents: Map<string, Document>;
const nameOf = (number: number) => `${QUERY.parent}/c/${String(number).padStart(4, '0')}`;
const put = (number: number, updateTime = '1') =>
  documents.set(nameOf(number), { name: nameOf(number), fields: {}, createTime: '1', updateTime });

beforeEach(() => {
  documents = new Map();
  for (let number = 0; number < 120; number += 1) put(number * 10);
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { startAt, endAt, limit } = JSON.parse(body).structuredQuery;
    const after = startAt?.values[0].referenceValue ?? '';
    const last = endAt?.values[0].referenceValue ?? '\uffff';
    const names = [...documents.keys()].sort().filter((name) => name > after && name <= last);
    return Response.json(names.slice(0, limit).map((name) => ({ document: documents.get(name) })));
  });
});

afterEach(() => vi.unstubAllGlobals());

function createList() {
  const store = configureStore({ reducer: { listing: listingSlice.reducer } });
  const dispatch = store.dispatch as ListingDispatch;
  const state = (): Listing => store.getState().listing;
  const refresh = (first: number, last: number) =>
    dispatch(pagesRefreshed({ first, last, query: state().query as CollectionQuery, nowMs: 5 }));
  return { dispatch, state, refresh };
}

describe('the list of a collection', () => {
  it('is read page by page until a page is not full', async () => {
    const { dispatch, state } = createList();
    await dispatch(listingOpened(QUERY));
    expect([rowsOf(state()).length, state().isComplete]).toEqual([PAGE_LENGTH, false]);
    await dispatch(nextPageRequested(QUERY));
    await dispatch(nextPageRequested(QUERY));
    await dispatch(nextPageRequested(QUERY));
    expect([rowsOf(state()).length, state().isComplete]).toEqual([120, true]);
  });

  it('has no gaps and no duplicates when documents are added and deleted between reread pages', async () => {
    const { dispatch, state, refresh } = createList();
    await dispatch(listingOpened(QUERY));
    await dispatch(nextPageRequested(QUERY));
    for (const number of [5, 491, 499, 505]) put(number);
    documents.delete(nameOf(490));
    documents.delete(nameOf(10));
    await refresh(0, 1);
    const names = rowsOf(state()).map(({ name }) => name);
    const expected = [...documents.keys()].sort().filter((name) => name <= (names.at(-1) as string));
    expect(names).toEqual(expected);
    expect(names).toContain(nameOf(491));
  });

  it('marks changed documents, and stays the same object if there are none', async () => {
    const { dispatch, state, refresh } = createList();
    await dispatch(listingOpened(QUERY));
    const before = state();
    await refresh(0, 0);
    expect(state()).toBe(before);
    put(20, '2');
    await refresh(0, 0);
    expect(state().changedAt).toEqual({ [nameOf(20)]: 5 });
  });

  it('shows the error of its query', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: { message: 'The query requires an index.' } }, { status: 400 }),
    );
    const { dispatch, state } = createList();
    await dispatch(listingOpened(QUERY));
    expect(state()).toMatchObject({
      isLoading: false,
      error: { status: 400, message: 'The query requires an index.' },
    });
  });

  it('ignores a page of a query that was replaced while the page was loading', async () => {
    const { dispatch, state } = createList();
    await dispatch(listingOpened(QUERY));
    const reading = dispatch(nextPageRequested(QUERY));
    const other: CollectionQuery = { ...QUERY, orderBy: { field: '__name__', isDescending: false } };
    await dispatch(listingOpened(other));
    await reading;
    expect([state().query, rowsOf(state()).length, state().isLoading]).toEqual([other, PAGE_LENGTH, false]);
  });

  it('finds the pages of the visible rows', async () => {
    const { dispatch, state } = createList();
    await dispatch(listingOpened(QUERY));
    await dispatch(nextPageRequested(QUERY));
    expect(pagesOfRows(state(), 45, 60)).toEqual({ first: 0, last: 1 });
    expect(pagesOfRows(state(), 60, 70)).toEqual({ first: 1, last: 1 });
  });
});
