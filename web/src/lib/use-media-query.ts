import { useCallback, useSyncExternalStore } from 'react';

/**
 * Tells whether a media query matches, such as '(min-width: 60rem)', live. For pages that only
 * browsers render.
 */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
