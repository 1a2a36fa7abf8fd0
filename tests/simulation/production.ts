// Production's behavior: every constant that the simulation takes from it, with its source.
// Unpublished ones are marked as assumptions. Firestore's soft limits, and the delay of a commit
// beyond them, are those of the emulator's `--limits enforce`, with constants in
// packages/firestore/src/limits/production-limits.ts.

/** Half of the values are below the median, 95 % below `p95`; milliseconds. */
interface Duration {
  readonly median: number;
  readonly p95: number;
}

/** Firestore and its Node.js SDK. */
export const FIRESTORE = {
  /**
   * A round trip of a function to Firestore in the same region, without waiting times. Not
   * published; an assumption.
   */
  roundTripMs: { median: 8, p95: 25 } satisfies Duration,
  /**
   * "Transactions and data contention": server SDKs lock what a transaction reads until it ends. A
   * read or commit that waits longer for a lock is aborted. The time is not published; an
   * assumption.
   */
  lockWaitMs: 20_000,
  /** "Usage and limits": a transaction that is idle for 60 seconds expires. */
  idleTransactionMs: 60_000,
  /** @google-cloud/firestore, backoff.js: the delays before it retries a transaction. */
  retry: { initialMs: 1000, factor: 1.5, maxMs: 60_000, jitter: 1 },
  /** functions/src/firestore/firestore-document-store.ts */
  attemptsMax: 12,
} as const;

/** Cloud Functions of the second generation, which run on Cloud Run. */
export const FUNCTIONS = {
  /** A Node.js instance with the Admin SDK. Not published; an assumption. */
  coldStartMs: { median: 1800, p95: 4000 } satisfies Duration,
  /** "About instance autoscaling": new instances start beyond 60 % of the concurrency. */
  targetUtilization: 0.6,
  /** "Maximum concurrent requests": a request waits ten seconds for an instance, or gets 429. */
  queueMs: 10_000,
  /** CPU time of a request, one after another in an instance. `bench:orders` measures 3 to 5 ms. */
  cpuMs: 4,
  /** "Quotas": the default concurrency and timeout, and the default limit of instances. */
  concurrency: 80,
  timeoutMs: 60_000,
  maxInstances: 100,
  /** Eventarc delivers a document's change within seconds. An assumption. */
  triggerDelayMs: { median: 300, p95: 2500 } satisfies Duration,
  /** "Retry event-driven functions": the pause grows from 10 to 600 seconds. */
  triggerRetryMs: { initial: 10_000, max: 600_000 },
} as const;

/** The network between browser and function, both ways. An assumption. */
export const NETWORK_MS = { median: 60, p95: 250 } satisfies Duration;

/** Stripe. */
export const PAYMENTS = {
  /** A request to the API. An assumption. */
  requestMs: { median: 250, p95: 900 } satisfies Duration,
  /** Stripe documentation, "Webhooks": delivered within seconds, and again for up to three days. */
  webhookMs: { median: 800, p95: 5000 } satisfies Duration,
  webhookRetryMs: [60_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 43_200_000, 86_400_000],
} as const;
