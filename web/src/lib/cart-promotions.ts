import type { Discounts } from '@savepoint/model/evaluate-promotions';
import type { PromotionRefusal } from '@savepoint/model/promotion-refusal';
import type { DeliveryOption } from '@savepoint/model/totals';
import type { ReactNode } from 'react';

/** The discounts of a cart, as passed to the pages that show it. */
export interface CartPromotions {
  readonly discounts: Discounts;
  /** A promotion ships larger carts free; undefined if none does. */
  readonly freeShippingOverCents: number | undefined;
  /** The shopper's code, if it applies. */
  readonly code: string | undefined;
  /** True if the entered code does not apply. */
  readonly hasProblem: boolean;
  /** True until it is known whether the code applies. */
  readonly isChecking: boolean;
  /** The field for a code. */
  readonly field: ReactNode;
  /** The server rejected an order because of the code, for this reason. */
  readonly onCodeRefused: (refusal: PromotionRefusal) => void;
}

/** The promotions of a cart for a delivery option. */
export type EvaluateCart = (option: Pick<DeliveryOption, 'id' | 'cents'>) => CartPromotions;
