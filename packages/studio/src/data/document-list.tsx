import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { VList, type VListHandle } from 'virtua';
import type { StoredError } from '../api/stack-api.ts';
import { moveFocus } from '../components/move-focus.ts';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { type DataPath, dataHref } from '../firestore/data-path.ts';
import { type CollectionQuery, type Document, resourceName, segmentsOf } from '../firestore/requests.ts';
import { shortText } from '../firestore/values.ts';
import { Link, useLocation } from '../navigation/navigation.tsx';
import { useGetCountQuery, useGetIndexesQuery } from './firestore-endpoints.ts';
import {
  type Listing,
  type ListingDispatch,
  listingOpened,
  nextPageRequested,
  PAGE_LENGTH,
  pagesOfRows,
  pagesRefreshed,
  rowsOf,
} from './listing-slice.ts';

const REFRESH_MS = 1500;
const ROW_HEIGHT_PX = 44;
/** The next page is requested this many rows before the end. */
const READ_AHEAD = 30;
const PREVIEW_FIELDS = 4;
const PREVIEW_LENGTH = 40;

/**
 * The documents of a query. Visible ones are reread every 1.5 seconds, and changes are highlighted.
 */
export function DocumentList({ query, path }: { query: CollectionQuery; path: DataPath }) {
  const dispatch = useDispatch<ListingDispatch>();
  const listing = useSelector(({ listing }: { listing: Listing }) => listing);
  const { search } = useLocation();
  const list = useRef<VListHandle>(null);
  const rows = useMemo(() => rowsOf(listing), [listing]);
  const key = JSON.stringify(query);
  // Queries are compared by content: the same address means the same query.
  const stableQuery = useMemo(() => JSON.parse(key) as CollectionQuery, [key]);
  useEffect(() => {
    const opening = dispatch(listingOpened(stableQuery));
    return () => opening.abort();
  }, [dispatch, stableQuery]);
  const isCurrent = JSON.stringify(listing.query) === key;
  useRefresh(listing, list);
  const readAhead = useCallback(() => {
    const handle = list.current;
    if (handle === null) return;
    const last = handle.findItemIndex(handle.scrollOffset + handle.viewportSize);
    if (last > rows.length - READ_AHEAD) dispatch(nextPageRequested(stableQuery));
  }, [dispatch, rows.length, stableQuery]);
  useEffect(readAhead, [readAhead]);
  if (listing.error !== null && isCurrent) {
    return <QueryFailure error={listing.error} onRetry={() => dispatch(listingOpened(stableQuery))} />;
  }
  if (!isCurrent || (listing.isLoading && listing.pages.length === 0)) return <Loading what="documents" />;
  if (rows.length === 0) {
    return (
      <Empty title="No documents">
        {query.filters.length > 0
          ? 'No document matches the filters.'
          : query.orderBy === null
            ? 'A document that is written to this collection appears here.'
            : 'No document has the field that the list is ordered by.'}
        <UsedIndexes query={stableQuery} />
      </Empty>
    );
  }
  const selected = segmentsOf(
    resourceName(query.parent.split('/').slice(0, 4).join('/'), path.segments),
  ).join('/');
  return (
    <>
      <VList
        ref={list}
        className="rows"
        data={rows}
        itemSize={ROW_HEIGHT_PX}
        onScroll={readAhead}
        onKeyDown={moveFocus}
        role="group"
        aria-label={`Documents of ${query.collectionId}`}
      >
        {(document) => (
          <DocumentRow
            key={document.name}
            document={document}
            isGroup={query.isGroup}
            projectId={path.projectId}
            databaseId={path.databaseId}
            search={query.isGroup ? '' : search}
            isSelected={segmentsOf(document.name).join('/') === selected}
            changedAt={listing.changedAt[document.name]}
          />
        )}
      </VList>
      <ListFoot query={stableQuery} loaded={rows.length} isComplete={listing.isComplete} />
    </>
  );
}

/** Periodically rereads the visible pages while the window is visible. */
function useRefresh(listing: Listing, list: { readonly current: VListHandle | null }): void {
  const dispatch = useDispatch<ListingDispatch>();
  const latest = useRef(listing);
  useEffect(() => {
    latest.current = listing;
  });
  useEffect(() => {
    let isBusy = false;
    const timer = setInterval(async () => {
      const current = latest.current;
      const { query } = current;
      if (query === null || isBusy || document.hidden || current.pages.length === 0) return;
      isBusy = true;
      const handle = list.current;
      const first = handle?.findItemIndex(handle.scrollOffset) ?? 0;
      const last = handle?.findItemIndex(handle.scrollOffset + handle.viewportSize) ?? PAGE_LENGTH;
      await dispatch(pagesRefreshed({ ...pagesOfRows(current, first, last), query, nowMs: Date.now() }));
      isBusy = false;
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [dispatch, list]);
}

interface RowProps {
  readonly document: Document;
  readonly isGroup: boolean;
  readonly projectId: string | undefined;
  readonly databaseId: string;
  readonly search: string;
  readonly isSelected: boolean;
  readonly changedAt: number | undefined;
}

const DocumentRow = memo(function DocumentRow(props: RowProps) {
  const { document, isGroup, projectId, databaseId, search, isSelected, changedAt } = props;
  const segments = segmentsOf(document.name);
  const fields = Object.entries(document.fields ?? {}).slice(0, PREVIEW_FIELDS);
  return (
    <Link
      href={dataHref({ ...(projectId !== undefined && { projectId }), databaseId, segments }, search)}
      className="row"
      data-row=""
      aria-current={isSelected ? 'true' : undefined}
    >
      {changedAt === undefined ? null : <span key={changedAt} className="flash" aria-hidden="true" />}
      <span className="row-id">{isGroup ? segments.join('/') : segments.at(-1)}</span>
      <span className="row-preview">
        {fields.map(([key, value]) => (
          <span key={key} className="pair">
            <span className="pair-key">{key.slice(0, PREVIEW_LENGTH)}</span>{' '}
            {shortText(value, PREVIEW_LENGTH)}
          </span>
        ))}
      </span>
    </Link>
  );
});

function ListFoot({
  query,
  loaded,
  isComplete,
}: {
  query: CollectionQuery;
  loaded: number;
  isComplete: boolean;
}) {
  const { data: count } = useGetCountQuery(query, { skip: isComplete });
  const total = isComplete ? loaded : count;
  return (
    <p className="list-foot muted">
      {total === undefined
        ? `${loaded.toLocaleString('en')} loaded`
        : `${total.toLocaleString('en')} ${total === 1 ? 'document' : 'documents'}`}
      {total !== undefined && total > loaded ? `, ${loaded.toLocaleString('en')} loaded` : ''}
      <UsedIndexes query={query} />
    </p>
  );
}

/** The indexes that a query uses. */
function UsedIndexes({ query }: { query: CollectionQuery }) {
  const { data } = useGetIndexesQuery(query);
  if (data === undefined) return null;
  return (
    <span>
      {' '}
      · index <code>{data.join(' and ')}</code>
    </span>
  );
}

/** An error of a query. If an index is missing, it shows which one. */
function QueryFailure({ error, onRetry }: { error: StoredError; onRetry: () => void }) {
  return (
    <>
      <Failure error={error} onRetry={onRetry} />
      {/index/i.test(error.message) ? (
        <p className="notice">
          Add the index to firestore.indexes.json: production rejects this query without it, too.
        </p>
      ) : null}
    </>
  );
}
