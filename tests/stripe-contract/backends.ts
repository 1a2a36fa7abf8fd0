// Owns what the contract runs against: the stand-in, always, and Stripe's sandbox when a test key is in the environment.

import Stripe from 'stripe';
import { startStripeStandIn } from '../../emulator/stripe/src/server.ts';

/** One place the contract must hold. */
export interface Backend {
  readonly name: string;
  readonly available: boolean;
  /** Gives a client and a way to give everything back. */
  open(): Promise<{ stripe: Stripe; address: { key: string; url: string }; close(): Promise<void> }>;
}

const SANDBOX_KEY = process.env.STRIPE_SECRET_KEY ?? '';
if (SANDBOX_KEY !== '' && !/^(sk|rk)_test_/.test(SANDBOX_KEY)) {
  throw new Error(
    'STRIPE_SECRET_KEY must be a test key (sk_test_...): the contract creates sessions and customers.',
  );
}
/** Says why the sandbox is left out, or null when it is not. */
export const SANDBOX_SKIPPED =
  SANDBOX_KEY === ''
    ? "Stripe's sandbox is skipped: set STRIPE_SECRET_KEY=sk_test_... to hold the stand-in's contract against it."
    : null;

const standIn: Backend = {
  name: 'the stand-in',
  available: true,
  async open() {
    const server = await startStripeStandIn();
    const key = 'sk_test_contract';
    return {
      stripe: clientOf(server.port, key),
      address: { key, url: server.url },
      close: () => server.close(),
    };
  },
};

const sandbox: Backend = {
  name: "Stripe's sandbox",
  available: SANDBOX_KEY !== '',
  async open() {
    return {
      stripe: new Stripe(SANDBOX_KEY, { telemetry: false, maxNetworkRetries: 0 }),
      address: { key: SANDBOX_KEY, url: 'https://api.stripe.com' },
      close: async () => {},
    };
  },
};

export const BACKENDS: readonly Backend[] = [standIn, sandbox];

/** The unmodified SDK, pointed at a port of this machine. */
export function clientOf(port: number, key = 'sk_test_contract'): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });
}

/** Parameters of a small order; override what a test is about. */
export function aSession(
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    success_url: 'http://localhost:5000/payment/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:5000/payment/cancel',
    line_items: [
      {
        quantity: 2,
        price_data: { currency: 'usd', unit_amount: 4_500, product_data: { name: 'Pixel Knight Tee' } },
      },
    ],
    ...changes,
  };
}

/** The error a call ends in. */
export async function failureOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => null,
    (failure: unknown) => failure,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`Expected the API to refuse; got ${error === null ? 'a success' : String(error)}.`);
}
