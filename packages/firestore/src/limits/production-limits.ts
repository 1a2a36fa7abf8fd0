// Production's soft limits, and the model by which `--limits enforce` responds beyond them. All
// constants are here. Firestore does not reject what exceeds a soft limit: it gets slow, and then
// some requests fail. How slow is not published, so the constants of MODEL are our own.

/** The soft limits that are observed. */
export type LimitName = 'document-writes' | 'listened-document' | 'key-range' | 'sequential-field';

/** A soft limit, what Google's documentation says of it in our words, and how to stay below it. */
export interface ProductionLimit {
  readonly name: LimitName;
  readonly title: string;
  /** Of the average over `WINDOW_SECONDS`. */
  readonly perSecond: number;
  readonly unit: string;
  readonly sentence: string;
  /** The page of the documentation. */
  readonly page: string;
  readonly url: string;
  readonly cure: string;
}

/**
 * Rates are averages over this time: "sustained" in the documentation has no figure. Ten writes at
 * once are a burst, which passes.
 */
export const WINDOW_SECONDS = 10;

export const PRODUCTION_LIMITS: Readonly<Record<LimitName, ProductionLimit>> = {
  // One a second is in the table of earlier editions of the page; "Understand error codes" names
  // too many updates of a document a second as a cause of ABORTED.
  'document-writes': {
    name: 'document-writes',
    title: 'Writes of one document',
    perSecond: 1,
    unit: 'writes',
    sentence:
      'Firestore sustains about one write of a document a second; beyond that, latency grows and writes fail with ABORTED.',
    page: 'Firestore: Usage and limits; Understand error codes',
    url: 'https://firebase.google.com/docs/firestore/quotas',
    cure: 'Counter shards: write to one of several documents and add them up when reading. Or a queue: each writer creates a document of its own, and one worker applies them.',
  },
  // "Realtime updates": the rate of documents that one client is sent.
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
  // "Ramping up traffic"; a collection is the key range.
  'key-range': {
    name: 'key-range',
    title: 'Operations on one collection',
    perSecond: 500,
    unit: 'operations',
    sentence:
      'Traffic of a new collection should begin with at most 500 operations a second, and grow by at most half every 5 minutes.',
    page: 'Firestore: Best practices, Ramping up traffic',
    url: 'https://firebase.google.com/docs/firestore/best-practices#ramping_up_traffic',
    cure: 'Ramp up slowly, or throttle as BulkWriter of the Admin SDK does.',
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
 * A field is sequential when nearly all sampled writes change it in one direction. The page
 * "Sharded timestamps" excludes values that are distributed at random.
 */
export const SEQUENCE = { minimumSamples: 100, share: 0.98, sampleEvery: 16 } as const;

/**
 * How `--limits enforce` responds. A document, a key range and a sequential index each are a token
 * bucket: filled at the rate of their limit, and as large as one window of it, so that bursts pass.
 * An operation that finds it empty waits for its token, while its transaction keeps its locks; one
 * that would wait for longer than `longestWaitMs` fails. "Understand error codes" has the codes:
 * ABORTED for contention and hotspots, RESOURCE_EXHAUSTED for traffic that ramps up too fast.
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
