import { useSyncExternalStore } from 'react';
import { isOnline, subscribeToNetwork } from './network.ts';

/** False while there is no network, live. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, isOnline, () => true);
}
