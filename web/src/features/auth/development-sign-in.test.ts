// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { signInFromAddress } from './development-sign-in.ts';

const signInWithCustomToken = vi.fn(async () => undefined);
const auth = { emulatorConfig: { host: '127.0.0.1' } as object | null };

vi.mock('../../firebase/sdk.ts', () => ({
  loadAuth: async () => ({ auth, sdk: { signInWithCustomToken } }),
}));

beforeEach(() => {
  signInWithCustomToken.mockClear();
  auth.emulatorConfig = { host: '127.0.0.1' };
});

it('signs in with the custom token of the address, and removes it', async () => {
  history.replaceState({ key: 'k' }, '', '/products?page=2#customToken=%7B%22uid%22%3A%22u%22%7D');
  await signInFromAddress();
  expect(signInWithCustomToken).toHaveBeenCalledExactlyOnceWith(auth, '{"uid":"u"}');
  expect([location.pathname + location.search + location.hash, history.state]).toEqual([
    '/products?page=2',
    { key: 'k' },
  ]);
});

it('does nothing for another address', async () => {
  history.replaceState(null, '', '/#reviews');
  await signInFromAddress();
  expect(signInWithCustomToken).not.toHaveBeenCalled();
  expect(location.hash).toBe('#reviews');
});

it('does not sign in to a real project, but still removes the token', async () => {
  auth.emulatorConfig = null;
  history.replaceState(null, '', '/#customToken=x');
  await signInFromAddress();
  expect(signInWithCustomToken).not.toHaveBeenCalled();
  expect(location.hash).toBe('');
});
