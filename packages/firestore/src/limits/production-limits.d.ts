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
export declare const WINDOW_SECONDS = 10;
export declare const PRODUCTION_LIMITS: Readonly<Record<LimitName, ProductionLimit>>;
/** The 500/50/5 rule: how much the allowed traffic of a key range grows, and how often. */
export declare const RAMP: {
    readonly growth: 1.5;
    readonly everySeconds: 300;
};
/**
 * A field is sequential when nearly all sampled writes change it in one direction. The page
 * "Sharded timestamps" excludes values that are distributed at random.
 */
export declare const SEQUENCE: {
    readonly minimumSamples: 100;
    readonly share: 0.98;
    readonly sampleEvery: 16;
};
/**
 * How `--limits enforce` responds. A document, a key range and a sequential index each are a token
 * bucket: filled at the rate of their limit, and as large as one window of it, so that bursts pass.
 * An operation that finds it empty waits for its token, while its transaction keeps its locks; one
 * that would wait for longer than `longestWaitMs` fails. "Understand error codes" has the codes:
 * ABORTED for contention and hotspots, RESOURCE_EXHAUSTED for traffic that ramps up too fast.
 */
export declare const MODEL: {
    /** A commit in one region, replicated to a majority of the zones before it is acknowledged. */
    readonly commitMs: 20;
    readonly longestWaitMs: {
        readonly 'document-writes': 10000;
        readonly 'sequential-field': 5000;
        readonly 'key-range': 2000;
    };
};
