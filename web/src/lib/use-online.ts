import { useSyncExternalStore } from 'react';
import { isOnline, subscribeToNetwork } from './network.ts';

/** False while the shop cannot be reached, live. True during server rendering. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, isOnline, () => true);
}
