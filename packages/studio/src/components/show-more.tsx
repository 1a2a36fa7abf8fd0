interface ShowMoreProps {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/**
 * The button that loads the next page of a list; nothing at the end. Takes the result of an
 * infinite query.
 */
export function ShowMore({ hasNextPage, isFetchingNextPage, fetchNextPage }: ShowMoreProps) {
  if (!hasNextPage) return null;
  return (
    <p>
      <button type="button" className="button" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
        Show more
      </button>
    </p>
  );
}
