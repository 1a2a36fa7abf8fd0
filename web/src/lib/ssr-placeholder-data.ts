// Placeholder data: what the first screen of a server-rendered page shows of data that is too large for the SSR payload.
// The server computes it, and it is shown until the data itself has been fetched.
import { createContext, use } from 'react';

export interface SsrPlaceholderData {
  /** Path and query of the page that it was computed for. */
  readonly url: string;
  readonly data: unknown;
}

export const SsrPlaceholderDataContext = createContext<SsrPlaceholderData | undefined>(undefined);

/** The placeholder data for exactly this path and query; undefined for any other page. */
export function useSsrPlaceholderData<T>(url: string): T | undefined {
  const placeholder = use(SsrPlaceholderDataContext);
  return placeholder?.url === url ? (placeholder.data as T) : undefined;
}
