// Owns how what the server read for a page reaches the browser's store, so that nothing is read twice.
import type { UnknownAction } from '@reduxjs/toolkit';
import { shopApi } from '../api/shop-api.ts';

/** A finished query of the shop's api, as plain data. */
export interface ServedQuery {
  readonly endpointName: string;
  readonly arg: unknown;
  readonly value: unknown;
}

type ApiState = ReturnType<typeof shopApi.reducer>;

/** The finished queries of a store, without those of the named endpoints. */
export function finishedQueries(state: ApiState, left: readonly string[]): ServedQuery[] {
  return Object.values(state.queries).flatMap((query) =>
    query?.status === 'fulfilled' && query.endpointName !== undefined && !left.includes(query.endpointName)
      ? [{ endpointName: query.endpointName, arg: query.originalArgs, value: query.data }]
      : [],
  );
}

/** Puts queries into a store as if it had asked them itself. The modules that bring their endpoints must be loaded. */
export function adoptQueries(
  dispatch: (action: UnknownAction) => unknown,
  queries: readonly ServedQuery[],
): void {
  const entries = queries as unknown as Parameters<typeof shopApi.util.upsertQueryEntries>[0];
  dispatch(shopApi.util.upsertQueryEntries(entries));
}

/** Asks queries again, for instance because the page that brought them is old. What was there stays until the answer comes. */
export function renewQueries(dispatch: (action: never) => unknown, queries: readonly ServedQuery[]): void {
  const endpoints = shopApi.endpoints as Readonly<
    Record<string, { initiate: (arg: unknown, options: object) => unknown }>
  >;
  for (const { endpointName, arg } of queries) {
    const asked = endpoints[endpointName]?.initiate(arg, { subscribe: false, forceRefetch: true });
    if (asked !== undefined) dispatch(asked as never);
  }
}
