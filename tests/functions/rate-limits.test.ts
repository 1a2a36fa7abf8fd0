// The last entry of X-Forwarded-For represents the address that Google's front end appends; the
// client controls the earlier entries.
import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { call, createProduct, createUser, orderRequest, stockOf } from './stack.ts';

const anyGroup = () => randomInt(1, 0xffff).toString(16);
/** A network that no other test and no other run uses. */
const freshPrefix = () => `2001:db8:${anyGroup()}:${anyGroup()}`;
const forwarded = (address: string) => ({ 'x-forwarded-for': `${randomInt(1, 255)}.1.2.3, ${address}` });

const contactMessage = () => ({
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'Hello',
  message: randomUUID(),
});

interface PublicCallable {
  readonly name: string;
  readonly data: () => object;
  /** The burst of calls that one network may make. */
  readonly burst: number;
}

const PUBLIC: readonly PublicCallable[] = [
  { name: 'subscribeNewsletter', data: () => ({ email: `${randomUUID()}@example.com` }), burst: 20 },
  { name: 'requestPasswordReset', data: () => ({ email: `${randomUUID()}@example.com` }), burst: 20 },
  { name: 'unsubscribe', data: () => ({ list: 'newsletter', token: 'x'.repeat(43) }), burst: 40 },
  { name: 'sendContactMessage', data: contactMessage, burst: 10 },
];

/**
 * Calls until the limit is reached; returns the number of accepted calls. Few refills happen during
 * the test.
 */
async function exhaust(
  { name, data, burst }: PublicCallable,
  address: () => string,
  token: () => Promise<string | undefined>,
): Promise<number> {
  for (let passed = 0; passed < burst * 2; passed += 1) {
    const { error } = await call(name, data(), await token(), forwarded(address()));
    if (error === undefined) continue;
    expect(error).toMatchObject({
      status: 'RESOURCE_EXHAUSTED',
      message: expect.stringMatching(/try again in/),
    });
    return passed;
  }
  return burst * 2;
}

describe.each(PUBLIC)('the rate limit of $name', { timeout: 120_000 }, (callable) => {
  it('applies to all addresses of an IPv6 /64, despite changing entries of X-Forwarded-For before the last, and to visitors and new accounts in turn', async () => {
    const prefix = freshPrefix();
    let calls = 0;
    const newCaller = async () => {
      calls += 1;
      return calls % 2 === 0 ? (await createUser()).token : undefined;
    };
    const passed = await exhaust(callable, () => `${prefix}:${anyGroup()}::${anyGroup()}`, newCaller);
    expect(passed).toBeGreaterThanOrEqual(callable.burst);
    expect(passed).toBeLessThan(callable.burst * 1.5);
    const elsewhere = await call(callable.name, callable.data(), undefined, forwarded(`${freshPrefix()}::1`));
    expect(elsewhere.error).toBeUndefined();
  });
});

describe('createOrder', { timeout: 60_000 }, () => {
  it('reserves at most half of a product for the unpaid orders of one network, whatever the client forwards', async () => {
    const [productId, prefix] = [await createProduct(24), freshPrefix()];
    const lines = [{ productId, size: 'M', quantity: 5 }];
    const place = async () => {
      const { token } = await createUser();
      const from = forwarded(`${prefix}:${anyGroup()}::1`);
      return call('createOrder', orderRequest(productId, { lines }), token, from);
    };
    expect((await place()).error).toBeUndefined();
    expect((await place()).error).toBeUndefined();
    const third = await place();
    expect(third.error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { reason: 'too-many-unpaid', line: 0, productId },
    });
    expect(await stockOf(productId)).toBe(14);
  });
});
