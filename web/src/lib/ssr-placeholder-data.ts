// Owns what a served page shows of data that is too large to be sent with it: worked out on the server, shown until the
// data itself has come.
import { createContext, use } from 'react';

export interface SsrPlaceholderData {
  /** Path and query of the page it was made for. */
  readonly url: string;
  readonly data: unknown;
}

export const SsrPlaceholderDataContext = createContext<SsrPlaceholderData | undefined>(undefined);

/** What the server worked out for exactly this address, else undefined. */
export function useSsrPlaceholderData<T>(address: string): T | undefined {
  const served = use(SsrPlaceholderDataContext);
  return served?.url === address ? (served.data as T) : undefined;
}
