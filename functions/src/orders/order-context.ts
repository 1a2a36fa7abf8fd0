// Owns what every order use case is given: the store, the payment provider (undefined when payments are off), the time
// and the settings. Tests give their own.
import type { DocumentStore } from '../firestore/document-store.ts';
import type { RunExclusive } from '../firestore/keyed-mutex.ts';
import type { PaymentGateway } from '../payments/payment-gateway.ts';

export interface OrderContext {
  readonly store: DocumentStore;
  /** Keeps orders for one product from colliding within this process. */
  readonly runExclusive: RunExclusive;
  readonly payments: PaymentGateway | undefined;
  readonly now: () => Date;
  readonly taxRate: number;
  readonly ordersPerHour: number;
  /** Tells the operator what went wrong without stopping the shopper. */
  readonly warn: (event: string, fields: Readonly<Record<string, string>>, cause: unknown) => void;
}

/** The person an order belongs to. */
export interface Shopper {
  readonly uid: string;
  readonly email: string | undefined;
}
