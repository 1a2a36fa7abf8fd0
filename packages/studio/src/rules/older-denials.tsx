import { Failure } from '../components/states.tsx';
import type { useGetRecordedDenialsInfiniteQuery } from './recorded-denials.ts';

interface OlderDenialsProps {
  readonly recorded: ReturnType<typeof useGetRecordedDenialsInfiniteQuery>;
}

/** The end of a list of denials: a link to older ones, or a note that there are none. */
export function OlderDenials({ recorded }: OlderDenialsProps) {
  return (
    <>
      {recorded.error === undefined ? null : <Failure error={recorded.error} onRetry={recorded.refetch} />}
      {recorded.data === undefined ? null : (
        <p className="requests-end">
          {recorded.hasNextPage ? (
            <button
              type="button"
              className="button button-small"
              disabled={recorded.isFetchingNextPage}
              onClick={() => recorded.fetchNextPage()}
            >
              Show older denials
            </button>
          ) : (
            <span className="muted">The event log of this run has no older denials.</span>
          )}
        </p>
      )}
    </>
  );
}
