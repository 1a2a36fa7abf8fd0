// Uses the same hash as the SDKs: MD5 of the full document name, split into two little-endian
// 64-bit halves a and b; bit (a + i*b) mod 2^64 mod length is set for each i < hashCount.

import { createHash } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import {
  BitSequenceSchema,
  type BloomFilter,
  BloomFilterSchema,
} from '../gen/google/firestore/v1/bloom_filter_pb.js';

/** A false-positive rate of about 0.1 %. */
const BITS_PER_NAME = 15;
const HASH_COUNT = 10;

/**
 * The bloom filter of an existence filter. It contains `names`, the full resource names of all
 * documents that still match, so that a client can tell which cached documents to remove.
 */
export function createBloomFilter(names: readonly string[]): BloomFilter {
  const bitCount = names.length * BITS_PER_NAME;
  const bitmap = new Uint8Array(Math.ceil(bitCount / 8));
  for (const name of names) {
    const digest = createHash('md5').update(name, 'utf8').digest();
    const a = digest.readBigUInt64LE(0);
    const b = digest.readBigUInt64LE(8);
    for (let i = 0; i < HASH_COUNT; i++) {
      const bit = Number(BigInt.asUintN(64, a + BigInt(i) * b) % BigInt(bitCount));
      bitmap[bit >> 3] = (bitmap[bit >> 3] as number) | (1 << (bit & 7));
    }
  }
  return create(BloomFilterSchema, {
    bits: create(BitSequenceSchema, { bitmap, padding: bitmap.length * 8 - bitCount }),
    hashCount: bitCount === 0 ? 0 : HASH_COUNT,
  });
}
