// Owns talking to a running stack as browsers, the payment provider and the operator do: callables over HTTP with real
// tokens, the payment stand-in's controls, documents through the admin SDK.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type App, getApps, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';

function requireEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run \`npm test functions\`.`);
  return value;
}

export const PROJECT = process.env.SAVEPOINT_PROJECT_ID ?? 'demo-savepoint';
export const functionUrl = (name: string) => `${requireEnv('SAVEPOINT_FUNCTIONS_URL')}/${name}`;

function app(): App {
  requireEnv('FIRESTORE_EMULATOR_HOST');
  return getApps()[0] ?? initializeApp({ projectId: PROJECT });
}
export const db = (): Firestore => getFirestore(app());

export interface CallableResponse<T = Record<string, unknown>> {
  readonly status: number;
  readonly result: T;
  readonly error: {
    readonly status: string;
    readonly message: string;
    readonly details?: Record<string, unknown>;
  };
}

/** Calls a function as the client SDK does. */
export async function call<T = Record<string, unknown>>(
  name: string,
  data: unknown,
  token?: string,
): Promise<CallableResponse<T>> {
  const answer = await fetch(functionUrl(name), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ data }),
  });
  const text = await answer.text();
  try {
    return { status: answer.status, ...JSON.parse(text) };
  } catch {
    throw new Error(`${name} answered ${answer.status} and no JSON: ${text.slice(0, 300)}`);
  }
}

export interface TestUser {
  readonly uid: string;
  readonly email: string;
  readonly token: string;
}

/** Registers somebody, with claims if given, and signs in. */
export async function createUser(claims: object = {}): Promise<TestUser> {
  const email = `${randomUUID()}@example.com`;
  const user = await getAuth(app()).createUser({
    email,
    password: 'secret-pass-1',
    displayName: 'Test Person',
  });
  await getAuth(app()).setCustomUserClaims(user.uid, claims);
  const host = requireEnv('FIREBASE_AUTH_EMULATOR_HOST');
  const answer = await fetch(
    `http://${host}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'secret-pass-1', returnSecureToken: true }),
    },
  );
  const { idToken } = (await answer.json()) as { idToken: string };
  return { uid: user.uid, email, token: idToken };
}

/** A product of its own for a test; answers its id. */
export async function createProduct(stock = 10, over: object = {}): Promise<string> {
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
    variants: [{ size: 'M', stock }],
    status: 'active',
  };
  await db()
    .doc(`products/${id}`)
    .set({ ...product, ...over });
  return id;
}

/** A product as the desk's form sends it. */
export const productDraft = (over: object = {}) => ({
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
  ...over,
});

export const ADDRESS = { name: 'Ada Test', line1: '1 Way', city: 'Town', postalCode: '12345', country: 'US' };

export const orderRequest = (productId: string, over: object = {}) => ({
  lines: [{ productId, size: 'M', quantity: 1 }],
  address: ADDRESS,
  delivery: 'standard',
  idempotencyKey: randomUUID(),
  ...over,
});

export async function stockOf(productId: string): Promise<number> {
  const product = await db().doc(`products/${productId}`).get();
  return (product.get('variants') as { stock: number }[])[0]?.stock ?? Number.NaN;
}

export async function statusOf(orderId: string): Promise<string> {
  return String((await db().doc(`orders/${orderId}`).get()).get('status'));
}

/** Asks until the answer is true: triggers run when they run. Fails with `what` after 15 s. */
export async function eventually(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 15_000;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`Never came true: ${what}.`);
    await pause(50);
  }
}

/** The payment stand-in's own controls. */
export async function stripeControl(
  method: string,
  path: string,
  body: object = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${requireEnv('SAVEPOINT_STRIPE_URL')}/_savepoint${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

export async function sessionOf(orderId: string): Promise<string> {
  return String((await db().doc(`payments/${orderId}`).get()).get('sessionId'));
}

/** Pays an order on its hosted page; events are delivered before this ends unless faults hold them. */
export async function payOrder(orderId: string, card = '4242424242424242'): Promise<void> {
  await stripeControl('POST', `/sessions/${await sessionOf(orderId)}/pay`, { card });
}
