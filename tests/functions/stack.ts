// Clients of a running stack: callables over HTTP with real tokens, the control API of the Stripe
// emulator, documents through the Admin SDK.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type StockShard, stockShardPaths, sumUnits } from '@savepoint/model/stock-shards';
import { type App, getApps, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { firestoreDocumentStore } from '../../functions/src/firestore/firestore-document-store.ts';
import { StockBook } from '../../functions/src/stock/stock-book.ts';

function requireEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run \`npm test functions\`.`);
  return value;
}

/** The project of the running stack. */
export const PROJECT = process.env.SAVEPOINT_PROJECT_ID ?? 'demo-savepoint';
export const functionUrl = (name: string) => `${requireEnv('SAVEPOINT_FUNCTIONS_URL')}/${name}`;

function app(): App {
  requireEnv('FIRESTORE_EMULATOR_HOST');
  return getApps()[0] ?? initializeApp({ projectId: PROJECT });
}
export const db = (): Firestore => getFirestore(app());

interface CallableResponse<T = Record<string, unknown>> {
  readonly status: number;
  readonly result: T;
  readonly error: {
    readonly status: string;
    readonly message: string;
    readonly details?: Record<string, unknown>;
  };
}

/** Calls a callable function like the client SDK. Rejects if the response is not JSON. */
export function call<T = Record<string, unknown>>(
  name: string,
  data: unknown,
  token?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<CallableResponse<T>> {
  return callWithBody(name, JSON.stringify({ data }), token, headers);
}

/** Like `call`, with a raw body. */
export async function callWithBody<T = Record<string, unknown>>(
  name: string,
  body: string,
  token?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<CallableResponse<T>> {
  const response = await fetch(functionUrl(name), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body,
  });
  const text = await response.text();
  try {
    return { status: response.status, ...JSON.parse(text) };
  } catch {
    throw new Error(`${name} responded with ${response.status}, not JSON: ${text.slice(0, 300)}`);
  }
}

export interface TestUser {
  readonly uid: string;
  readonly email: string;
  readonly token: string;
}

/** Creates a user with custom claims, and signs in. */
export async function createUser(claims: object = {}): Promise<TestUser> {
  const email = `${randomUUID()}@example.com`;
  const user = await getAuth(app()).createUser({
    email,
    password: 'secret-pass-1',
    displayName: 'Test Person',
  });
  await getAuth(app()).setCustomUserClaims(user.uid, claims);
  return signInAgain({ uid: user.uid, email });
}

/** Signs in a user of `createUser`. */
export async function signInAgain({ uid, email }: Pick<TestUser, 'uid' | 'email'>): Promise<TestUser> {
  const host = requireEnv('FIREBASE_AUTH_EMULATOR_HOST');
  const response = await fetch(
    `http://${host}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'secret-pass-1', returnSecureToken: true }),
    },
  );
  const { idToken } = (await response.json()) as { idToken: string };
  return { uid, email, token: idToken };
}

/** Verifies the address of a user, like the link in the email. */
export async function verifyAddress({ uid }: TestUser): Promise<void> {
  await getAuth(app()).updateUser(uid, { emailVerified: true });
}

/** Creates a product and returns its id. */
export async function createProduct(stock = 10, overrides: object = {}): Promise<string> {
  const id = `test-${randomUUID().slice(0, 8)}`;
  const product = {
    name: `Test ${id}`,
    price: 45,
    image: '/art/test.webp',
    category: 'apparel',
    rating: 0,
    reviews: 0,
    inStock: stock > 0,
    featured: false,
    description: 'For a test.',
    features: [],
    specifications: {},
    images: ['/art/test.webp'],
    variants: [{ size: 'M', stock }] as { size?: string; stock: number }[],
    status: 'active',
    stockAt: new Date(0).toISOString(),
  };
  const stored = { ...product, ...overrides };
  await db().doc(`products/${id}`).set(stored);
  await setStock(id, stored.variants);
  return id;
}

/** Sets a product's stock, like a delivery. */
export function setStock(
  productId: string,
  variants: readonly { readonly size?: string; readonly stock: number }[],
): Promise<void> {
  return firestoreDocumentStore(db()).runTransaction(async (transaction) => {
    const book = new StockBook(transaction);
    const move = { at: new Date(), reason: 'created', actor: 'admin' } as const;
    for (const { size, stock } of variants) await book.set(productId, size, stock, move);
    book.write();
  });
}

/** A product as the admin form sends it. */
export const productDraft = (overrides: object = {}) => ({
  name: `Made ${randomUUID().slice(0, 8)}`,
  price: 30,
  image: '/art/new.webp',
  category: 'apparel',
  featured: false,
  description: '',
  features: [],
  specifications: {},
  images: [],
  variants: [{ stock: 3 }],
  status: 'draft',
  ...overrides,
});

export const ADDRESS = {
  name: 'Ada Test',
  line1: '1 Way',
  city: 'Town',
  region: 'NY',
  postalCode: '12345',
  country: 'US',
};

/** A valid createOrder request for one unit in size M. */
export const orderRequest = (productId: string, overrides: object = {}) => ({
  lines: [{ productId, size: 'M', quantity: 1 }],
  address: ADDRESS,
  delivery: 'standard',
  idempotencyKey: randomUUID(),
  ...overrides,
});

/** The stock of a product by size. */
export async function stockOf(productId: string): Promise<number> {
  const shards = await db().getAll(...stockShardPaths(productId).map((path) => db().doc(path)));
  const units = sumUnits(shards.map((shard) => shard.data() as StockShard | undefined));
  return [...units.values()].reduce((sum, each) => sum + each, 0);
}

export async function statusOf(orderId: string): Promise<string> {
  return String((await db().doc(`orders/${orderId}`).get()).get('status'));
}

/**
 * Polls until `isTrue` resolves to true, for effects of triggers. Rejects with `description` after
 * 15 s.
 */
export async function eventually(description: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 15_000;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`Never came true: ${description}.`);
    await pause(50);
  }
}

/** Calls the Stripe emulator's control API. Rejects when it does not respond with 2xx. */
export async function stripeControl(
  method: string,
  path: string,
  body: object = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(`${requireEnv('SAVEPOINT_STRIPE_URL')}/_savepoint${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} responded with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Id of an order's payment session. */
export async function sessionOf(orderId: string): Promise<string> {
  return String((await db().doc(`payments/${orderId}`).get()).get('sessionId'));
}

/**
 * Pays an order on its hosted page. Resolves once the events are delivered, unless injected faults
 * hold or drop them.
 */
export async function payOrder(orderId: string, card = '4242424242424242'): Promise<void> {
  await stripeControl('POST', `/sessions/${await sessionOf(orderId)}/pay`, { card });
}

/** Id of the payment that an order accepted. */
export async function paymentIntentOf(orderId: string): Promise<string> {
  return String((await db().doc(`payments/${orderId}`).get()).get('paymentIntentId'));
}

/** Refunds part of a payment like somebody in Stripe's dashboard. */
export async function refundByHand(paymentIntentId: string, amountCents: number): Promise<void> {
  const response = await fetch(`${requireEnv('SAVEPOINT_STRIPE_URL')}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_dashboard' },
    body: new URLSearchParams({ payment_intent: paymentIntentId, amount: String(amountCents) }),
  });
  if (!response.ok) throw new Error(`Stripe responded with ${response.status}: ${await response.text()}`);
}
