// Owns what a served page shows of data that is too large to be sent with it: worked out on the server, shown until the
// data itself has come.
import { createContext, use } from 'react';

export interface ServedExtract {
  /** Path and query of the page it was made for. */
  readonly address: string;
  readonly content: unknown;
}

export const ServedExtractContext = createContext<ServedExtract | undefined>(undefined);

/** What the server worked out for exactly this address, else undefined. */
export function useServedExtract<T>(address: string): T | undefined {
  const served = use(ServedExtractContext);
  return served?.address === address ? (served.content as T) : undefined;
}
