import { type BloomFilter } from '../gen/google/firestore/v1/bloom_filter_pb.js';
/**
 * The bloom filter of an existence filter: it contains `names`, the full resource names of all
 * documents that still match, so that a client can tell which of its cached documents to remove.
 */
export declare function createBloomFilter(names: readonly string[]): BloomFilter;
