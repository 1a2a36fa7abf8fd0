import { describe, expect, it } from 'vitest';
import { nextVersion } from './product-version.ts';

const now = new Date('2026-11-01T12:00:00.000Z');

describe('nextVersion', () => {
  it.each([undefined, '2026-11-01T11:59:59.999Z', 'not a time'])(
    'is the current time after %j',
    (current) => {
      expect(nextVersion(current, now)).toBe('2026-11-01T12:00:00.000Z');
    },
  );

  it('is a millisecond after a version from this millisecond, or from a clock that is ahead', () => {
    expect(nextVersion('2026-11-01T12:00:00.000Z', now)).toBe('2026-11-01T12:00:00.001Z');
    expect(nextVersion('2026-11-01T12:00:07.500Z', now)).toBe('2026-11-01T12:00:07.501Z');
  });
});
