import Stripe from 'stripe';
import { startStripeEmulator } from '../../packages/stripe/src/server.ts';

/** An implementation of the API that the contract is tested against. */
export interface Backend {
  readonly name: string;
  readonly available: boolean;
  /** Returns a client, the API's URL and key, and a function that releases them. */
  open(): Promise<{ stripe: Stripe; api: { key: string; url: string }; close(): Promise<void> }>;
}

const SANDBOX_KEY = process.env.STRIPE_SECRET_KEY ?? '';
if (SANDBOX_KEY !== '' && !/^(sk|rk)_test_/.test(SANDBOX_KEY)) {
  throw new Error(
    'STRIPE_SECRET_KEY must be a test key (sk_test_...): the contract creates sessions and customers.',
  );
}
/** Why Stripe's sandbox is not tested, or null if it is. */
export const SANDBOX_SKIP_REASON =
  SANDBOX_KEY === ''
    ? "Stripe's sandbox is skipped: set STRIPE_SECRET_KEY=sk_test_... to run the contract against it."
    : null;

const emulator: Backend = {
  name: 'the emulator',
  available: true,
  async open() {
    const server = await startStripeEmulator();
    const key = 'sk_test_contract';
    return {
      stripe: clientOf(server.port, key),
      api: { key, url: server.url },
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
      api: { key: SANDBOX_KEY, url: 'https://api.stripe.com' },
      close: async () => {},
    };
  },
};

export const BACKENDS: readonly Backend[] = [emulator, sandbox];

/** The unmodified SDK with the emulator on a local port as its host. */
export function clientOf(port: number, key = 'sk_test_contract'): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });
}

/** Parameters of a session with one line item; `changes` replace some. */
export function sessionParameters(
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

/** The error that a call rejects with. Throws when it resolves. */
export async function stripeErrorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`Expected a Stripe error; got ${error === null ? 'a success' : String(error)}.`);
}
