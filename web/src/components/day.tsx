import { formatDay, formatUtcDay } from '../lib/format-date.ts';
import { useHydrated } from './controls.tsx';

/**
 * The day of an ISO time in the browser's time zone. The server does not know it, so server and
 * hydration render the day in UTC.
 */
export function Day({ iso }: { readonly iso: string }) {
  const isHydrated = useHydrated();
  return <time dateTime={iso}>{isHydrated ? formatDay(iso) : formatUtcDay(iso)}</time>;
}
