import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useCallback } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { type Location, locationChanged, selectLocation } from './location-slice.ts';
import { confirmLeaving } from './unsaved-changes.ts';

/** Where the browser is. */
export function currentLocation(): Location {
  return { pathname: window.location.pathname, search: window.location.search };
}

/** What `useNavigate` returns. */
type Navigate = (
  to: string,
  options?: {
    /** Leaves no entry in the history. */
    readonly replace?: boolean;
    /** Loses unsaved changes without a question. */
    readonly isForced?: boolean;
  },
) => void;

/**
 * A function that opens an address of Studio. It asks first when another page would lose unsaved
 * changes.
 */
export function useNavigate(): Navigate {
  const dispatch = useDispatch();
  return useCallback(
    (to, { replace = false, isForced = false } = {}) => {
      const { pathname } = new URL(to, window.location.href);
      if (!isForced && pathname !== window.location.pathname && !confirmLeaving()) return;
      if (replace) history.replaceState(null, '', to);
      else history.pushState(null, '', to);
      dispatch(locationChanged(currentLocation()));
    },
    [dispatch],
  );
}

export function useLocation(): Location {
  return useSelector(selectLocation);
}

/** The parameters of the address, and a function that changes some of them: null removes one. */
export function useSearchParams(): [URLSearchParams, (changes: Record<string, string | null>) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const change = (changes: Record<string, string | null>) => {
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') params.delete(name);
      else params.set(name, value);
    }
    const text = params.toString();
    navigate(`${pathname}${text === '' ? '' : `?${text}`}`, { replace: true });
  };
  return [new URLSearchParams(search), change];
}

/** A link within Studio: no reload, but a new tab with the modifier keys as everywhere. */
export function Link({
  href,
  onClick,
  ...props
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || event.defaultPrevented) return;
    event.preventDefault();
    navigate(href);
  };
  return <a {...props} href={href} onClick={follow} />;
}
