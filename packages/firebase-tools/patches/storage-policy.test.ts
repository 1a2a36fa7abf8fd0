import { describe, expect, it } from 'vitest';
import { checkPolicy } from './storage-policy.ts';

const SOON = new Date(Date.now() + 60_000).toISOString();

/** The code and details of the error for a form with this policy; undefined if it is allowed. */
function refusalOf(
  policy: unknown,
  fields: Readonly<Record<string, string>> = { key: 'user/a.txt' },
  size = 10,
): string | undefined {
  const text = typeof policy === 'string' ? policy : Buffer.from(JSON.stringify(policy)).toString('base64');
  try {
    checkPolicy({ bucket: 'b', fields: { ...fields, policy: text }, size });
    return undefined;
  } catch (error) {
    const { code, details } = error as { code: string; details: string };
    return `${code}: ${details}`;
  }
}

const withConditions = (...conditions: unknown[]) => ({ expiration: SOON, conditions });

describe('The policy of a form', () => {
  it('is not needed', () => {
    expect(() => checkPolicy({ bucket: 'b', fields: { key: 'a' }, size: 1 })).not.toThrow();
  });

  it.each<[string, unknown[]]>([
    ['an exact value', [{ key: 'user/a.txt', bucket: 'b' }]],
    ['eq', [['eq', '$Key', 'user/a.txt']]],
    ['starts-with', [['starts-with', '$key', 'user/']]],
    ['any value', [['starts-with', '$key', '']]],
    ['the length of the file', [{ key: 'user/a.txt' }, ['content-length-range', 10, '10']]],
  ])('allows a form that meets %s', (_, conditions) => {
    expect(refusalOf(withConditions(...conditions))).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ['another exact value', { key: 'b.txt' }, 'The form does not meet {"key":"b.txt"}.'],
    ['another value than eq', ['eq', '$key', 'b.txt'], 'The form does not meet ["eq","$key","b.txt"].'],
    ['another start', ['starts-with', '$key', 'b'], 'The form does not meet ["starts-with","$key","b"].'],
    ['an absent field', ['starts-with', '$acl', ''], 'The form does not meet ["starts-with","$acl",""].'],
    ['another bucket', { bucket: 'other' }, 'The form does not meet {"bucket":"other"}.'],
    ['an operator that does not exist', ['ends-with', '$key', 'a'], 'is not a condition.'],
    ['a field without "$"', ['eq', 'key', 'user/a.txt'], 'is not a condition.'],
    ['a length that is none', ['content-length-range', 'a', 1], 'is not a condition.'],
    ['a text', 'key', 'is not a condition.'],
  ])('refuses %s', (_, condition, details) => {
    const refusal = refusalOf(withConditions(condition, { key: 'user/a.txt' }));
    expect(refusal).toMatch(/^InvalidPolicyDocument: /);
    expect(refusal).toContain(details);
  });

  it('refuses a file that is too small or too large', () => {
    const policy = withConditions({ key: 'user/a.txt' }, ['content-length-range', 5, 10]);
    expect(refusalOf(policy, undefined, 4)).toMatch(/^EntityTooSmall: /);
    expect(refusalOf(policy, undefined, 11)).toMatch(/^EntityTooLarge: /);
  });

  it('refuses a field without a condition, except signature fields and ignored ones', () => {
    const policy = withConditions({ key: 'a' });
    const free = { key: 'a', 'x-goog-signature': 'f00', 'x-ignore-note': 'x' };
    expect(refusalOf(policy, free)).toBeUndefined();
    expect(refusalOf(policy, { ...free, 'cache-control': 'no-store' })).toBe(
      'InvalidPolicyDocument: No condition has the field "cache-control".',
    );
  });

  it.each<[string, unknown, RegExp]>([
    [
      'expired',
      { expiration: '2020-01-01T00:00:00Z', conditions: [] },
      /^ExpiredToken: Policy expired at: 2020/,
    ],
    ['without a time', { conditions: [] }, /has no "expiration"/],
    ['without conditions', { expiration: SOON }, /has no list of "conditions"/],
    ['that is no JSON', '????', /is not JSON in Base64/],
    ['that is null', null, /has no "expiration"/],
  ])('%s is refused', (_, policy, expected) => {
    expect(refusalOf(policy)).toMatch(expected);
  });
});
