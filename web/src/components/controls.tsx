import { type ReactNode, useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False during server rendering and hydration, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

/**
 * Disables the buttons and fields inside until the page is hydrated, because nothing handles them
 * before that. Links work.
 */
export function Controls({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated();
  return (
    <fieldset className="controls" role="presentation" disabled={!isHydrated}>
      {children}
    </fieldset>
  );
}
