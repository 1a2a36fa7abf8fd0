// Production's soft limits, and the model with which `--limits enforce` responds to exceeding them.
// All constants are here. Firestore does not reject operations that exceed a soft limit: it becomes
// slow, and then some requests fail. How slow is not published, so the constants of MODEL are our
// own.

export type LimitName = 'document-writes' | 'listened-document' | 'key-range' | 'sequential-field';

/** A soft limit, a paraphrase of Google's documentation on it, and how to stay below it. */
export interface ProductionLimit {
  readonly name: LimitName;
  readonly title: string;
  /** Limit of the average over `WINDOW_SECONDS`. */
  readonly perSecond: number;
  readonly unit: string;
  readonly sentence: string;
  /** The page of the documentation. */
  readonly page: string;
  readonly url: string;
  readonly cure: string;
}

/**
 * Rates are averages over this time; the documentation says "sustained" without a number. Ten
 * writes at once are a burst, which is accepted.
 */
export const WINDOW_SECONDS = 10;

export const PRODUCTION_LIMITS: Readonly<Record<LimitName, ProductionLimit>> = {
  // Earlier editions of the page list one write a second in a table; "Understand error codes" names
  // too many updates of a document per second as a cause of ABORTED.
  'document-writes': {
    name: 'document-writes',
    title: 'Writes to one document',
    perSecond: 1,
    unit: 'writes',
    sentence:
      'Firestore sustains about one write to a document per second; beyond that, latency grows and writes fail with ABORTED.',
    page: 'Firestore: Usage and limits; Understand error codes',
    url: 'https://firebase.google.com/docs/firestore/quotas',
    cure: 'Counter shards: write to one of several documents and add them up when reading. Or a queue: each writer creates a document of its own, and one worker applies them.',
  },
  // "Realtime updates": the rate of documents sent to one client.
  'listened-document': {
    name: 'listened-document',
    title: 'Changes sent to each listener',
    perSecond: 1,
    unit: 'changes to each listener',
    sentence:
      'A client that listens should be sent at most about one document a second; each change of a document is read and sent once for each listener.',
    page: 'Firestore: Best practices, Realtime updates',
    url: 'https://firebase.google.com/docs/firestore/best-practices',
    cure: 'Publish a copy at most once a second, and let clients listen to the copy, or read it when they need it.',
  },
  // "Ramping up traffic". The key range is a collection.
  'key-range': {
    name: 'key-range',
    title: 'Operations on one collection',
    perSecond: 500,
    unit: 'operations',
    sentence:
      'Traffic of a new collection should begin with at most 500 operations a second, and grow by at most half every 5 minutes.',
    page: 'Firestore: Best practices, Ramping up traffic',
    url: 'https://firebase.google.com/docs/firestore/best-practices#ramping_up_traffic',
    cure: 'Ramp up slowly, or throttle writes as BulkWriter in the Admin SDK does.',
  },
  'sequential-field': {
    name: 'sequential-field',
    title: 'Sequential values in an indexed field',
    perSecond: 500,
    unit: 'writes',
    sentence:
      'A collection whose documents have an indexed field of increasing or decreasing values takes at most 500 writes a second.',
    page: 'Firestore: Usage and limits; Sharded timestamps',
    url: 'https://firebase.google.com/docs/firestore/solutions/shard-timestamp',
    cure: 'Exempt the field from indexing (fieldOverrides of firestore.indexes.json), or shard it: a random shard field before it in each index.',
  },
};

/** The 500/50/5 rule: how much the allowed traffic of a key range grows, and how often. */
export const RAMP = { growth: 1.5, everySeconds: 300 } as const;

/**
 * A field is sequential if nearly all sampled writes change it in one direction. The page "Sharded
 * timestamps" excludes randomly distributed values.
 */
export const SEQUENCE = { minimumSamples: 100, share: 0.98, sampleEvery: 16 } as const;

/**
 * How `--limits enforce` responds. Each document, key range and sequential index has a token bucket
 * that is filled at the rate of its limit and holds one window of tokens, so that bursts pass. If
 * it is empty, an operation waits for its token while its transaction keeps its locks; if it would
 * wait for longer than `longestWaitMs`, it fails. The error codes are from "Understand error
 * codes": ABORTED for contention and hotspots, RESOURCE_EXHAUSTED for traffic that ramps up too
 * fast.
 */
export const MODEL = {
  /** A commit in one region, replicated to a majority of the zones before it is acknowledged. */
  commitMs: 20,
  longestWaitMs: {
    'document-writes': 10_000,
    'sequential-field': 5000,
    'key-range': 2000,
  },
} as const;
