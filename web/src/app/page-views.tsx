import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { Tracker } from '../features/conversion/conversion-tag.ts';

/** Pages with a secret from an email in their query. */
const SECRET_QUERIES = ['/auth/action', '/subscribe', '/unsubscribe'];

/**
 * Reports a page view whenever the path or query changes. Renders nothing.
 */
export function PageViews({ tracker }: { tracker: Tracker }) {
  const { pathname, search } = useLocation();
  const reported = useRef<string>(undefined);
  useEffect(() => {
    const path = SECRET_QUERIES.includes(pathname) ? pathname : pathname + search;
    if (reported.current === path) return;
    reported.current = path;
    tracker.track({ event: 'page_view', page_path: path });
  }, [tracker, pathname, search]);
  return null;
}
