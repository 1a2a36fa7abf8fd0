import { stackApi } from '../api/stack-api.ts';
import {
  type CollectionQuery,
  type CommitResult,
  commit,
  type Document,
  explainQuery,
  getDocument,
  listCollectionIds,
  listDatabases,
  listProjects,
  runCount,
  type Write,
} from '../firestore/requests.ts';

const NOT_FOUND = 404;

interface ExplainRow {
  readonly explainMetrics?: {
    readonly planSummary?: { readonly indexesUsed?: readonly { readonly properties: string }[] };
  };
}

const firestoreApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    getProjects: build.query<string[], void>({
      query: listProjects,
      transformResponse: ({ projects }: { projects: string[] }) => projects,
    }),
    /** Ids of the databases in use. */
    getDatabases: build.query<string[], string>({
      query: listDatabases,
      transformResponse: ({ databases }: { databases: { name: string }[] }) =>
        databases.map(({ name }) => name.split('/').at(-1) as string),
    }),
    /** Ids of the collections of a document or database, in order. */
    getCollectionIds: build.query<string[], string>({
      query: listCollectionIds,
      transformResponse: ({ collectionIds = [] }: { collectionIds?: string[] }) => collectionIds,
      providesTags: ['Collections'],
    }),
    getCount: build.query<number, CollectionQuery>({
      query: runCount,
      transformResponse: (rows: { result?: { aggregateFields: { count: { integerValue: string } } } }[]) =>
        Number(rows[0]?.result?.aggregateFields.count.integerValue ?? 0),
    }),
    /** The indexes that a query uses, such as `(owner ASC, __name__ ASC)`. */
    getIndexes: build.query<string[], CollectionQuery>({
      query: explainQuery,
      transformResponse: (rows: ExplainRow[]) =>
        rows.flatMap(({ explainMetrics }) =>
          (explainMetrics?.planSummary?.indexesUsed ?? []).map(({ properties }) => properties),
        ),
    }),
    /** A document; null if it does not exist, which is not an error: it may have subcollections. */
    getDocument: build.query<Document | null, string>({
      async queryFn(name, _api, _options, baseQuery) {
        const { data, error } = await baseQuery(getDocument(name));
        if (error?.status === NOT_FOUND) return { data: null };
        return error === undefined ? { data: data as Document } : { error };
      },
      providesTags: ['Document'],
    }),
    commit: build.mutation<CommitResult, { database: string; writes: readonly Write[] }>({
      query: ({ database, writes }) => commit(database, writes),
      invalidatesTags: ['Document', 'Collections'],
    }),
  }),
});

export const {
  useGetProjectsQuery,
  useGetDatabasesQuery,
  useGetCollectionIdsQuery,
  useGetCountQuery,
  useGetIndexesQuery,
  useGetDocumentQuery,
  useCommitMutation,
} = firestoreApi;
