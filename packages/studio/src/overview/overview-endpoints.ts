import { queryLog } from '../api/event-log.ts';
import { stackApi } from '../api/stack-api.ts';
import { databaseName, listCollectionIds, runCount } from '../firestore/requests.ts';

/** A server of the stack with its current state. */
export interface ServerState {
  readonly name: string;
  readonly label: string;
  readonly url: string;
  readonly port: number;
  readonly state: 'starting' | 'running' | 'stopped' | 'failed' | 'not responding';
  /** The reason for its failure, and its last lines. */
  readonly problem?: string;
  /** True if the command `server` can control it. */
  readonly isControlled: boolean;
  /** A sentence about servers that are stopped and started with it. */
  readonly note?: string;
}

export interface CollectionCount {
  readonly id: string;
  readonly documents: number;
}

export interface Invocations {
  readonly calls: number;
  readonly errors: number;
}

interface CountRow {
  readonly result?: { readonly aggregateFields: { readonly count: { readonly integerValue: string } } };
}

const MAX_COLLECTIONS = 60;
const ERRORS = "SELECT service, COUNT(*) FROM spans WHERE status = 'error' GROUP BY service";
const INVOCATIONS = `SELECT name, COUNT(*), SUM(status = 'error') FROM spans
  WHERE service = 'functions' AND name = attributes ->> '$."faas.name"' GROUP BY name`;

const overviewApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    getServers: build.query<ServerState[], void>({
      query: () => ({ path: 'servers' }),
      transformResponse: ({ servers }: { servers: ServerState[] }) => servers,
      providesTags: ['Servers'],
    }),
    /** The number of failed spans of each server in this run. */
    getErrors: build.query<Record<string, number>, void>({
      query: () => queryLog(ERRORS, []),
      transformResponse: ({ rows }: { rows: [string, number][] }) => Object.fromEntries(rows),
    }),
    /** The root collections of the default database with their document counts. */
    getCollectionCounts: build.query<CollectionCount[], string>({
      async queryFn(projectId, _api, _options, baseQuery) {
        const parent = `${databaseName(projectId, '(default)')}/documents`;
        const { data, error } = await baseQuery(listCollectionIds(parent));
        if (error !== undefined) return { error };
        const { collectionIds = [] } = data as { collectionIds?: string[] };
        const counts = await Promise.all(
          collectionIds.slice(0, MAX_COLLECTIONS).map(async (id) => {
            const count = await baseQuery(
              runCount({ parent, collectionId: id, isGroup: false, filters: [], orderBy: null }),
            );
            const [row] = (count.data ?? []) as CountRow[];
            return { id, documents: Number(row?.result?.aggregateFields.count.integerValue ?? 0) };
          }),
        );
        return { data: counts };
      },
    }),
    /** How often each function ran and failed in this run. */
    getInvocations: build.query<Record<string, Invocations>, void>({
      query: () => queryLog(INVOCATIONS, []),
      transformResponse: ({ rows }: { rows: [string, number, number][] }) =>
        Object.fromEntries(rows.map(([name, calls, errors]) => [name, { calls, errors }])),
    }),
  }),
});

export const { useGetServersQuery, useGetErrorsQuery, useGetCollectionCountsQuery, useGetInvocationsQuery } =
  overviewApi;
