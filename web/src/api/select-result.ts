/**
 * For `selectFromResult` of a query hook: what a page renders. Without it, a component renders
 * again when a refetch starts and when it ends with equal data.
 */
export function selectResult<Data>({ data, isError }: { data?: Data | undefined; isError: boolean }) {
  return { data, isError };
}
