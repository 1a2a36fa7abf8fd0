import { subtotalCents } from '@savepoint/model/cart';
import {
  type AppliedPromotion,
  type Discounts,
  evaluatePromotions,
  type PromotedLine,
} from '@savepoint/model/evaluate-promotions';
import { describeRefusal, type PromotionRefusal } from '@savepoint/model/promotion-refusal';
import { type DeliveryOption, shippingCents } from '@savepoint/model/totals';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useCheckoutSettingsQuery } from '../../api/order-endpoints.ts';
import type { BackendError } from '../../firebase/backend-error.ts';
import { selectUser } from '../../session/session-slice.ts';
import { useCheckPromotionQuery } from './promotion-endpoints.ts';
import { selectEnteredCode } from './promotion-slice.ts';

interface Promotions {
  readonly discounts: Discounts;
  /** What the entered code takes off, if it applies. */
  readonly applied: AppliedPromotion | undefined;
  /** The code that the shopper has entered. */
  readonly code: string | null;
  /** Why it does not apply; absent when it does. */
  readonly problem: string | undefined;
  /** Whether the server has not answered yet. */
  readonly isChecking: boolean;
  /** The server refused an order because of the code, for this reason. */
  readonly onCodeRefused: (refusal: PromotionRefusal) => void;
}

/**
 * What promotions take off the lines of a cart: the automatic ones, and the one whose code has been
 * entered. The server decides when the order is placed.
 */
export function usePromotions(
  lines: readonly PromotedLine[],
  option: DeliveryOption,
  isFirstOrder: boolean,
): Promotions {
  const { code } = useSelector(selectEnteredCode);
  const uid = useSelector(selectUser)?.uid ?? null;
  const { data: settings } = useCheckoutSettingsQuery();
  const checked = useCheckPromotionQuery({ code: code ?? '', uid }, { skip: code === null });
  const [refused, setRefused] = useState<{ code: string | null; refusal: PromotionRefusal }>();
  const isRefused = refused !== undefined && refused.code === code;
  const coded = code === null || isRefused ? undefined : checked.currentData?.promotion;
  const discounts = evaluatePromotions(lines, [...(settings?.promotions ?? []), ...(coded ? [coded] : [])], {
    now: new Date(),
    isFirstOrder,
    shipping: { delivery: option.id, cents: shippingCents(subtotalCents(lines), option) },
  });
  const refusal = isRefused
    ? refused.refusal
    : discounts.refusals.find(({ id }) => coded !== undefined && id === coded.id)?.refusal;
  const isChecking = code !== null && checked.isFetching;
  const failure = checked.error as BackendError | undefined;
  const described =
    code === null || refusal === undefined ? undefined : describeRefusal(code, refusal, coded);
  return {
    discounts,
    applied: coded === undefined ? undefined : discounts.applied.find(({ id }) => id === coded.id),
    code,
    problem: described ?? (code === null || isChecking ? undefined : failure?.message),
    isChecking,
    onCodeRefused: (reason) => setRefused({ code, refusal: reason }),
  };
}
