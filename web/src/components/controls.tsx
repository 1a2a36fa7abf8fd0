import { type ReactNode, useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False while React renders on the server and hydrates that markup; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

/**
 * Disables the buttons and fields inside until the page is hydrated, because nothing handles them
 * before. Links work.
 */
export function Controls({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated();
  return (
    <fieldset className="controls" role="presentation" disabled={!isHydrated}>
      {children}
    </fieldset>
  );
}
