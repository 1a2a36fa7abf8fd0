import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useCallback } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { type Location, locationChanged, selectLocation } from './location-slice.ts';
import { confirmLeaving } from './unsaved-changes.ts';

/** The browser's current address. */
export function currentLocation(): Location {
  return { pathname: window.location.pathname, search: window.location.search };
}

type Navigate = (
  to: string,
  options?: {
    /** Does not add a history entry. */
    readonly replace?: boolean;
    /** Discards unsaved changes without confirmation. */
    readonly isForced?: boolean;
  },
) => void;

/**
 * A function that navigates within Studio. It asks for confirmation if unsaved changes would be
 * lost.
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

/** The query parameters, and a function that changes some of them: null removes one. */
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

/** A link within Studio. It does not reload the page, but modifier keys open a new tab as usual. */
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
