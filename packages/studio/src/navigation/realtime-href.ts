/** The address of a location in the Realtime Database. */
export function realtimeHref(namespace: string, path: readonly string[]): string {
  const params = new URLSearchParams({ ns: namespace });
  if (path.length > 0) params.set('path', `/${path.join('/')}`);
  return `/realtime?${params}`;
}
