import { useSyncExternalStore } from 'react';
import { isOnline, watchNetwork } from './network.ts';

/** False while there is no network, live. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchNetwork, isOnline, () => true);
}
