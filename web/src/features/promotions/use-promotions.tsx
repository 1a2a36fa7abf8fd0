import { evaluatePromotions, type PromotedLine } from '@savepoint/model/evaluate-promotions';
import type { PromotionTerms } from '@savepoint/model/promotion';
import { describeRefusal, type PromotionRefusal } from '@savepoint/model/promotion-refusal';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { BackendError } from '../../firebase/backend-error.ts';
import type { EvaluateCart } from '../../lib/cart-promotions.ts';
import { selectUser } from '../../session/session-slice.ts';
import { useAutomaticPromotionsQuery, useCheckPromotionQuery } from './promotion-endpoints.ts';
import { PromotionField } from './promotion-field.tsx';
import { selectEnteredCode } from './promotion-slice.ts';

/**
 * The lowest cart value that one of these promotions ships free. Promotions for some categories do
 * not count: they do not depend on the cart's value.
 */
function freeShippingOver(promotions: readonly PromotionTerms[], deliveryCents: number): number | undefined {
  const limits = promotions.flatMap(({ effect, categories, minimumCents = 0 }) =>
    effect.kind === 'free-shipping' &&
    categories === undefined &&
    (effect.upToCents ?? deliveryCents) >= deliveryCents
      ? minimumCents - 1
      : [],
  );
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/**
 * The discounts on the lines of a cart: from automatic promotions and the entered code. The server
 * decides when the order is placed.
 */
export function usePromotions(lines: readonly PromotedLine[], isFirstOrder: boolean): EvaluateCart {
  const { code } = useSelector(selectEnteredCode);
  const uid = useSelector(selectUser)?.uid ?? null;
  const { data: automatic = [] } = useAutomaticPromotionsQuery();
  const checked = useCheckPromotionQuery({ code: code ?? '', uid }, { skip: code === null });
  const [refused, setRefused] = useState<{ code: string | null; refusal: PromotionRefusal }>();
  const isRefused = refused !== undefined && refused.code === code;
  const isChecking = code !== null && checked.isFetching;
  const coded = code === null || isRefused ? undefined : checked.currentData?.promotion;
  return (delivery) => {
    const promotions = coded === undefined ? automatic : [...automatic, coded];
    const discounts = evaluatePromotions(lines, promotions, { now: new Date(), isFirstOrder, delivery });
    const isBelowMinimum = ({ id }: PromotionTerms) =>
      discounts.refusals.some((each) => each.id === id && each.refusal === 'below-minimum');
    const isCoded = ({ id }: { readonly id: string }) => id === coded?.id;
    const applied = discounts.applied.find(isCoded);
    const refusal = isRefused ? refused.refusal : discounts.refusals.find(isCoded)?.refusal;
    const failure = isChecking ? undefined : (checked.error as BackendError | undefined)?.message;
    const reason = refusal === undefined ? failure : describeRefusal(code ?? '', refusal, coded);
    const problem = code === null ? undefined : reason;
    return {
      discounts,
      freeShippingOverCents: freeShippingOver(promotions.filter(isBelowMinimum), delivery.cents),
      code: applied?.code,
      hasProblem: problem !== undefined,
      isChecking,
      field: <PromotionField code={code} problem={problem} isChecking={isChecking} applied={applied} />,
      onCodeRefused: (answer) => setRefused({ code, refusal: answer }),
    };
  };
}
