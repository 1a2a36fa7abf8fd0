/**
 * For `selectFromResult` of a query hook: only the fields that a page renders. Otherwise a
 * component would render again when a refetch starts, and when it ends with equal data.
 */
export function selectResult<Data>({ data, isError }: { data?: Data | undefined; isError: boolean }) {
  return { data, isError };
}
