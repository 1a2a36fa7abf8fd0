import type { Auth } from 'firebase-admin/auth';
import { describe, expect, it } from 'vitest';
import { readOwnAddress } from './own-address.ts';

const authWith = (getUser: () => Promise<object>) => ({ getUser }) as unknown as Auth;

describe('readOwnAddress', () => {
  it.each([true, false])('says whether the address is verified: %s', async (emailVerified) => {
    const auth = authWith(async () => ({ email: 'ada@example.com', emailVerified }));
    expect(await readOwnAddress(auth, 'ada')).toEqual({
      email: 'ada@example.com',
      isVerified: emailVerified,
    });
  });

  it('is undefined for a deleted account, and rejects if Auth is unavailable', async () => {
    const failing = (code: string) =>
      authWith(() => Promise.reject(Object.assign(new Error(code), { code })));
    expect(await readOwnAddress(failing('auth/user-not-found'), 'ada')).toBeUndefined();
    await expect(readOwnAddress(failing('auth/internal-error'), 'ada')).rejects.toThrow('internal-error');
  });
});
