// Carries the query cache of the server's store into the browser's, so that nothing is read twice.
import type { UnknownAction } from '@reduxjs/toolkit';
import { shopApi } from '../api/shop-api.ts';

/** A fulfilled query of the shop's api as plain data; an entry of RTK Query's `upsertQueryEntries`. */
export interface SsrQuery {
  readonly endpointName: string;
  readonly arg: unknown;
  readonly value: unknown;
}

type ApiState = ReturnType<typeof shopApi.reducer>;

/** The fulfilled queries in the cache, except those of `excludedEndpoints`. */
export function fulfilledQueries(state: ApiState, excludedEndpoints: readonly string[]): SsrQuery[] {
  return Object.values(state.queries).flatMap((query) =>
    query?.status === 'fulfilled' &&
    query.endpointName !== undefined &&
    !excludedEndpoints.includes(query.endpointName)
      ? [{ endpointName: query.endpointName, arg: query.originalArgs, value: query.data }]
      : [],
  );
}

/** Puts queries into the cache as if they had been fetched. The modules that inject their endpoints must be loaded. */
export function rehydrateQueries(
  dispatch: (action: UnknownAction) => unknown,
  queries: readonly SsrQuery[],
): void {
  const entries = queries as unknown as Parameters<typeof shopApi.util.upsertQueryEntries>[0];
  dispatch(shopApi.util.upsertQueryEntries(entries));
}

/** Refetches queries. The cached data stays until the response has come. */
export function refetchQueries(dispatch: (action: never) => unknown, queries: readonly SsrQuery[]): void {
  const endpoints = shopApi.endpoints as Readonly<
    Record<string, { initiate: (arg: unknown, options: object) => unknown }>
  >;
  for (const { endpointName, arg } of queries) {
    const thunk = endpoints[endpointName]?.initiate(arg, { subscribe: false, forceRefetch: true });
    if (thunk !== undefined) dispatch(thunk as never);
  }
}
