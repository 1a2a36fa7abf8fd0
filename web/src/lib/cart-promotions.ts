import type { Discounts } from '@savepoint/model/evaluate-promotions';
import type { PromotionRefusal } from '@savepoint/model/promotion-refusal';
import type { DeliveryOption } from '@savepoint/model/totals';
import type { ReactNode } from 'react';

/** What promotions take off a cart, as the pages that show it are given it. */
export interface CartPromotions {
  readonly discounts: Discounts;
  /** Carts of more are shipped free by one of them; undefined where none does. */
  readonly freeShippingOverCents: number | undefined;
  /** The shopper's code, where it applies. */
  readonly code: string | undefined;
  /** Whether the shopper has entered a code that does not apply. */
  readonly hasProblem: boolean;
  /** Whether it is not known yet whether the code applies. */
  readonly isChecking: boolean;
  /** The field for a code. */
  readonly field: ReactNode;
  /** The server refused an order because of the code, for this reason. */
  readonly onCodeRefused: (refusal: PromotionRefusal) => void;
}

/** The promotions of a cart that travels this way. */
export type EvaluateCart = (option: Pick<DeliveryOption, 'id' | 'cents'>) => CartPromotions;
