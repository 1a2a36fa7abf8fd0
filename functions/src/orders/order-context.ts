import type { DocumentStore } from '../firestore/document-store.ts';
import type { RunExclusive } from '../firestore/keyed-mutex.ts';
import type { PaymentGateway } from '../payments/payment-gateway.ts';

/** The dependencies and settings of every order use case. */
export interface OrderContext {
  readonly store: DocumentStore;
  /** Keeps transactions on one product or order from contending within this process. */
  readonly runExclusive: RunExclusive;
  /** Undefined when payments are switched off. */
  readonly payments: PaymentGateway | undefined;
  readonly now: () => Date;
  /** A fraction: 0.2 is 20 %. */
  readonly taxRate: number;
  readonly ordersPerHour: number;
  /** Reports a failure that does not stop the use case. */
  readonly warn: (event: string, fields: Readonly<Record<string, string>>, cause: unknown) => void;
}

/** The user who acts: the owner of an order, or an admin. */
export interface Shopper {
  readonly uid: string;
  readonly email: string | undefined;
}
