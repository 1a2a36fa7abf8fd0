// Sign-in without the login page, which session.spec.ts and account.spec.ts test.
import type { BrowserContext, Page } from '@playwright/test';
import type { ShopAccount } from './accounts.ts';
import { updateDocument } from './documents.ts';
import { replaceSharedStorage } from './shared-context.ts';

/**
 * The API key in the Hosting emulator's configuration; it is part of the key of the Auth SDK's user
 * record.
 */
const API_KEY = 'fake-api-key';

interface SignInResponse {
  readonly idToken: string;
  readonly refreshToken: string;
  readonly expiresIn: string;
}

/** The user record that the Auth SDK stores in a browser. */
async function createSession({ uid, email, password, displayName }: ShopAccount): Promise<object> {
  const response = await fetch(
    `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${API_KEY}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    },
  );
  if (!response.ok) throw new Error(`No session for ${email}: ${await response.text()}`);
  const { idToken, refreshToken, expiresIn } = (await response.json()) as SignInResponse;
  const now = Date.now();
  return {
    uid,
    email,
    emailVerified: true,
    displayName,
    isAnonymous: false,
    providerData: [
      { providerId: 'password', uid: email, displayName, email, phoneNumber: null, photoURL: null },
    ],
    stsTokenManager: {
      refreshToken,
      accessToken: idToken,
      expirationTime: now + Number(expiresIn) * 1000,
    },
    createdAt: String(now),
    lastLoginAt: String(now),
    apiKey: API_KEY,
    appName: '[DEFAULT]',
  };
}

/** Replaces everything that the browser has stored for the shop. */
async function setStorage(
  context: BrowserContext,
  localStorage: Readonly<Record<string, unknown>>,
): Promise<void> {
  const entries = Object.entries(localStorage).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
  if (await replaceSharedStorage(context, entries)) return;
  const { origin } = new URL(process.env.SAVEPOINT_SHOP_URL ?? '');
  await context.setStorageState({ cookies: [], origins: [{ origin, localStorage: entries }] });
}

/**
 * Call it before the first page of the shop opens: the page finds the session as if from an earlier
 * visit.
 */
export async function signIn(
  page: Page,
  account: ShopAccount,
  localStorage: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  // The SDK moves the session to IndexedDB. Playwright does not wait until writes to IndexedDB are
  // stored.
  const session = { [`firebase:authUser:${API_KEY}:[DEFAULT]`]: await createSession(account) };
  await setStorage(page.context(), { ...localStorage, ...session });
}

/**
 * Call it before the first page of the shop opens: fills local storage as an earlier visit would.
 */
export function storeLocally(page: Page, localStorage: Readonly<Record<string, unknown>>): Promise<void> {
  return setStorage(page.context(), localStorage);
}

export interface CartLine {
  readonly id: string;
  readonly size?: string;
  readonly name: string;
  readonly image: string;
  readonly price: number;
  readonly quantity: number;
}

/** One unit of a sample product. */
export function cartLine(id: string, size?: string, overrides: Partial<CartLine> = {}): CartLine {
  const name = id.replaceAll(
    /(^|-)(\w)/g,
    (_match, dash, letter) => (dash ? ' ' : '') + letter.toUpperCase(),
  );
  return { id, ...(size && { size }), name, image: `/art/${id}.webp`, price: 45, quantity: 1, ...overrides };
}

/** Signs in to an account with these lines in its cart. */
export async function signInWithCart(
  page: Page,
  account: ShopAccount,
  ...lines: readonly CartLine[]
): Promise<void> {
  await updateDocument(`users/${account.uid}`, { cart: lines });
  await signIn(page, account);
}
