import { describe, expect, it } from 'vitest';
import { currentVersion, resolveVersion, supportedVersions } from './api-version.ts';

const NOVEMBER = Date.UTC(2026, 10, 21);

describe('supportedVersions', () => {
  it('returns the three versions before the current one, the current one and the next', () => {
    expect(supportedVersions(NOVEMBER)).toEqual(['2026-01', '2026-04', '2026-07', '2026-10', '2027-01']);
    expect(supportedVersions(Date.UTC(2026, 1, 1))).toEqual([
      '2025-04',
      '2025-07',
      '2025-10',
      '2026-01',
      '2026-04',
    ]);
  });
});

describe('currentVersion', () => {
  it('changes on the first day of a quarter', () => {
    expect(currentVersion(NOVEMBER)).toBe('2026-10');
    expect(currentVersion(Date.UTC(2027, 0, 1))).toBe('2027-01');
  });
});

describe('resolveVersion', () => {
  it.each([
    ['2026-10', { version: '2026-10' }],
    ['unstable', { version: 'unstable' }],
    ['2025-10', { version: '2026-01' }],
    ['2027-04', { notFound: true }],
    ['2026-11', { notFound: true }],
    ['nonsense', { notFound: true }],
  ])('resolves %s to %j', (requested, expected) => {
    expect(resolveVersion(requested, NOVEMBER)).toEqual(expected);
  });
});
