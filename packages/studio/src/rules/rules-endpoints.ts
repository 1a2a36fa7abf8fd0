import { stackApi } from '../api/stack-api.ts';

/** A service protected by rules. */
export type RulesService = 'firestore' | 'storage' | 'database';

/**
 * A value in rules, in the format of coverage and request monitor (google.firestore.emulator's
 * ExpressionValue).
 */
export type RulesValue = Readonly<Record<string, unknown>>;

/** An expression of the rules with its values. */
export interface CoverageNode {
  readonly sourcePosition: {
    readonly line: number;
    readonly currentOffset: number;
    readonly endOffset: number;
  };
  readonly values?: readonly { readonly value: RulesValue; readonly count: number }[];
  readonly children?: readonly CoverageNode[];
}

export interface Coverage {
  readonly rules: { readonly files: readonly { readonly content: string }[] };
  readonly report?: readonly CoverageNode[];
}

interface Cause {
  readonly source: string;
  readonly line: number;
  readonly column: number;
  readonly result: string;
  readonly operands: readonly { readonly source: string; readonly type: string; readonly value: string }[];
  readonly hint?: string;
}

export interface Explanation {
  /** `/orders/o1` */
  readonly path: string;
  readonly statements: readonly {
    /** For the Realtime Database: `.write of /users/$uid`. */
    readonly rule?: string;
    readonly line: number;
    readonly condition: string;
    readonly outcome: 'granted' | 'false' | 'error';
    readonly causes: readonly Cause[];
  }[];
  readonly others: readonly { readonly line: number; readonly methods: string }[];
}

/** A request that rules have decided. */
export interface DecidedRequest {
  readonly requestId: string;
  /** The trace in which it is recorded; absent if it is not recorded. */
  readonly traceId?: string;
  /**
   * True for a request from the event log, whose decision lacks the values of `request` and
   * `resource`.
   */
  readonly isFromLog?: true;
  readonly outcome: 'allow' | 'deny' | 'error' | 'admin';
  readonly time: string;
  readonly rulesContext: {
    readonly request: RulesValue;
    readonly resource: RulesValue;
    readonly path: string;
    readonly method: string;
  };
  readonly granularAllowOutcomes: readonly { readonly line: number; readonly outcome: boolean }[];
  readonly explanation?: Explanation;
  /** For a list. */
  readonly structuredQuery?: object;
}

/** A document in REST API format, or a Storage object as plain JSON. */
type TestResource = { readonly fields: object } | { readonly data: object };

/** A google.firebase.rules.v1.TestCase, with the additions of our Firestore emulator. */
export interface TestCase {
  readonly expectation: 'ALLOW';
  readonly expressionReportLevel: 'FULL';
  readonly pathEncoding: 'URL_ENCODED';
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly auth?: { readonly uid: string; readonly token: object };
    readonly time?: string;
    readonly resource?: TestResource;
    readonly structuredQuery?: object;
  };
  readonly resource?: TestResource | null;
}

/**
 * An error or warning of the compiler. Offsets count Unicode scalar values, and the end is
 * inclusive.
 */
export interface RulesIssue {
  readonly severity: 'ERROR' | 'WARNING';
  readonly description: string;
  readonly sourcePosition: {
    readonly line: number;
    readonly column: number;
    readonly currentOffset: number;
    readonly endOffset: number;
  };
}

/** The rules' decision on a test case. */
export interface TestResult {
  readonly explanation: Explanation & { readonly allowed: boolean };
  readonly expressionReports?: readonly CoverageNode[];
  readonly debugMessages?: readonly string[];
}

/** An operation on the Realtime Database to test. */
export interface DatabaseOperation {
  readonly method: 'read' | 'write' | 'update';
  readonly path: string;
  readonly auth: Readonly<Record<string, unknown>> | null;
  readonly newData?: unknown;
  readonly query?: unknown;
}

interface DatabaseTestResponse {
  readonly issues: readonly RulesIssue[];
  readonly results: readonly {
    readonly explanation: TestResult['explanation'];
    readonly report: readonly CoverageNode[];
  }[];
}

interface TestResponse {
  readonly issues?: readonly RulesIssue[];
  readonly testResults?: readonly TestResult[];
}

const rulesApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    getCoverage: build.query<Coverage, { projectId: string; databaseId: string }>({
      query: ({ projectId, databaseId }) => ({
        path: `firestore/emulator/v1/projects/${encodeURIComponent(projectId)}/databases/${encodeURIComponent(databaseId)}:ruleCoverage`,
      }),
      providesTags: ['Rules'],
    }),
    /** Compiles rules that are not in force, and decides requests by them. */
    testRules: build.query<
      TestResponse,
      { projectId: string; content: string; testCases: readonly TestCase[] }
    >({
      query: ({ projectId, content, testCases }) => ({
        path: `firestore/v1/projects/${encodeURIComponent(projectId)}:test`,
        method: 'POST',
        body: { source: { files: [{ content }] }, testSuite: { testCases } },
      }),
      keepUnusedDataFor: 0,
    }),
    /** The decisions of an instance's rules in the Realtime Database. */
    getDatabaseCoverage: build.query<Coverage, string>({
      query: (namespace) => ({
        path: `database/.inspect/coverage.json?ns=${encodeURIComponent(namespace)}`,
      }),
      providesTags: ['Rules'],
    }),
    /** `testRules`, for the Realtime Database. */
    testDatabaseRules: build.query<
      TestResponse,
      { namespace: string; content: string; operations: readonly DatabaseOperation[] }
    >({
      query: ({ namespace, ...body }) => ({
        path: `database/.inspect/test.json?ns=${encodeURIComponent(namespace)}`,
        method: 'POST',
        body,
      }),
      transformResponse: ({ issues, results }: DatabaseTestResponse) => ({
        issues,
        testResults: results.map(({ explanation, report }) => ({ explanation, expressionReports: report })),
      }),
      keepUnusedDataFor: 0,
    }),
    /** The rules file of Storage. */
    getStorageRules: build.query<{ content: string }, void>({
      query: () => ({ path: 'rules?service=storage' }),
      providesTags: ['Rules'],
    }),
    /** Writes the rules file, unless it has changed since `base`. The emulator then loads it. */
    saveRules: build.mutation<
      unknown,
      { service: RulesService; namespace?: string | undefined; base: string; content: string }
    >({
      query: ({ service, namespace = '', ...body }) => ({
        path: `rules?${new URLSearchParams({ service, ns: namespace })}`,
        method: 'PUT',
        body,
      }),
      invalidatesTags: ['Rules'],
    }),
    getRequests: build.query<{ isConnected: boolean; requests: DecidedRequest[] }, { includeAdmin: boolean }>(
      {
        query: ({ includeAdmin }) => ({ path: includeAdmin ? 'requests?admin' : 'requests' }),
      },
    ),
  }),
});

export const {
  useGetCoverageQuery,
  useGetStorageRulesQuery,
  useGetRequestsQuery,
  useTestRulesQuery,
  useLazyTestRulesQuery,
  useGetDatabaseCoverageQuery,
  useTestDatabaseRulesQuery,
  useLazyTestDatabaseRulesQuery,
  useSaveRulesMutation,
} = rulesApi;
