import { describe, expect, it } from 'vitest';
import { bucketPath, takeToken } from './token-bucket.ts';

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

  it('never refills beyond the burst, and ignores a clock that goes back', () => {
    const old = { tokens: 1, at: at(0), expireAt: at(0) };
    expect(takeToken(old, limit, at(1_000_000))).toMatchObject({ bucket: { tokens: 1 } });
    expect(takeToken(old, limit, at(-100))).toMatchObject({ bucket: { tokens: 0 } });
  });
});

describe('bucketPath', () => {
  it('encodes slashes of a subject, so that the path names a document', () => {
    expect(bucketPath(limit, 'a/b').split('/')).toHaveLength(2);
  });
});
