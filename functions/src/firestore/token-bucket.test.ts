import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketPath, callerSubjects, type RateLimit, type TokenBucket, takeToken } from './token-bucket.ts';

const limit = { purpose: 'test', burst: 2, perHour: 60 };
const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);

describe('takeToken', () => {
  it('passes a burst, then returns the seconds until the next token', () => {
    const first = takeToken(null, limit, at(0));
    const second = takeToken('bucket' in first ? first.bucket : null, limit, at(0));
    expect(second).toMatchObject({ bucket: { tokens: 0 } });
    expect(takeToken('bucket' in second ? second.bucket : null, limit, at(0))).toEqual({
      retryAfterSeconds: 60,
    });
    expect(takeToken('bucket' in second ? second.bucket : null, limit, at(60))).toMatchObject({
      bucket: { tokens: 0 },
    });
  });

  it('never refills beyond the burst, and ignores a clock that goes backward', () => {
    const old = { tokens: 1, at: at(0), expireAt: at(0) };
    expect(takeToken(old, limit, at(1_000_000))).toMatchObject({ bucket: { tokens: 1 } });
    expect(takeToken(old, limit, at(-100))).toMatchObject({ bucket: { tokens: 0 } });
  });
});

/**
 * The model: a counter that gains one drop per millisecond, in whole drops to avoid rounding. A
 * call costs a token's worth of drops.
 */
class NaiveBucket {
  readonly #capacity: number;
  readonly #dropsPerToken: number;
  #drops: number;
  constructor({ burst, perHour }: RateLimit) {
    this.#dropsPerToken = 3_600_000 / perHour;
    this.#capacity = burst * this.#dropsPerToken;
    this.#drops = this.#capacity;
  }
  wait(milliseconds: number): void {
    for (let ms = 0; ms < milliseconds; ms += 1) this.#drops = Math.min(this.#capacity, this.#drops + 1);
  }
  take(): boolean {
    if (this.#drops < this.#dropsPerToken) return false;
    this.#drops -= this.#dropsPerToken;
    return true;
  }
  get secondsUntilToken(): number {
    return Math.ceil((this.#dropsPerToken - this.#drops) / 1000);
  }
}

describe('takeToken, for any limit and any times of calls,', () => {
  // Rates that divide an hour evenly, so that the model counts whole drops.
  const limits = fc.record({
    purpose: fc.constant('test'),
    burst: fc.integer({ min: 1, max: 5 }),
    perHour: fc.constantFrom(3600, 1800, 1200, 720, 400),
  });
  const pauses = fc.array(fc.integer({ min: 0, max: 12_000 }), { maxLength: 40 });

  it('allows the same calls as a counter that is filled each millisecond, and returns the same wait', () => {
    fc.assert(
      fc.property(limits, pauses, (anyLimit, gaps) => {
        const model = new NaiveBucket(anyLimit);
        let bucket: TokenBucket | null = null;
        let ms = 1_700_000_000_000;
        for (const gap of gaps) {
          ms += gap;
          model.wait(gap);
          const result = takeToken(bucket, anyLimit, new Date(ms));
          if (model.take()) {
            expect(result).toHaveProperty('bucket');
            bucket = 'bucket' in result ? result.bucket : null;
          } else expect(result).toEqual({ retryAfterSeconds: model.secondsUntilToken });
        }
      }),
    );
  });

  it('allows a call after the wait that it returned, and treats a full bucket like none', () => {
    fc.assert(
      fc.property(limits, pauses, (anyLimit, gaps) => {
        let bucket: TokenBucket | null = null;
        let ms = 1_700_000_000_000;
        for (const gap of gaps) {
          ms += gap;
          const result = takeToken(bucket, anyLimit, new Date(ms));
          if ('bucket' in result) {
            bucket = result.bucket;
            const full = bucket.expireAt;
            const left = takeToken(bucket, anyLimit, full);
            // Times are whole milliseconds.
            expect('bucket' in left && left.bucket.tokens).toBeCloseTo(anyLimit.burst - 1, 2);
          } else {
            const later = new Date(ms + result.retryAfterSeconds * 1000);
            expect(takeToken(bucket, anyLimit, later)).toHaveProperty('bucket');
          }
        }
      }),
    );
  });
});

describe('callerSubjects', () => {
  const network = { purpose: 'network', burst: 1, perHour: 60 };
  it.each([
    [{ uid: 'ada', network: '203.0.113.7' }, ['ada', '203.0.113.7']],
    [{ uid: undefined, network: '203.0.113.7' }, ['203.0.113.7']],
    [{ uid: undefined, network: undefined }, ['unknown']],
    [{ uid: 'ada', network: undefined }, ['ada']],
  ])('returns for the caller %j %j', (caller, subjects) => {
    expect(callerSubjects(caller, { account: limit, network }).map(([, subject]) => subject)).toEqual(
      subjects,
    );
  });
});

describe('bucketPath', () => {
  it('is the same for all addresses of a mailbox, and differs between mailboxes', () => {
    const path = (address: string) => bucketPath(limit, address);
    expect(path('Ada+1@shop.test')).toBe(path('ada@shop.test'));
    expect(path('a.da+x+y@googlemail.com')).toBe(path('ada@gmail.com'));
    expect(path('a.da@shop.test')).not.toBe(path('ada@shop.test'));
    expect(path('+1@shop.test')).not.toBe(path('+2@shop.test'));
  });

  it('encodes slashes in a subject, so that the path names a document', () => {
    expect(bucketPath(limit, 'a/b').split('/')).toHaveLength(2);
  });
});
