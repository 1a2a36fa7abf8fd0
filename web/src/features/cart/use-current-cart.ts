import { type Cart, lineKey } from '@savepoint/model/cart';
import type { PromotedLine } from '@savepoint/model/evaluate-promotions';
import { useEffect, useMemo } from 'react';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { catalogueApi } from '../../api/catalogue-endpoints.ts';
import type { RootState } from '../../app/store.ts';
import { selectCartLines } from './cart-slice.ts';
import { checkCart } from './check-cart.ts';
import type { CurrentLine, HeldLine } from './check-line.ts';

const { product } = catalogueApi.endpoints;
type Subscribe = (action: ReturnType<typeof product.initiate>) => { unsubscribe: () => void };

const NOTHING_HELD: readonly HeldLine[] = [];

/**
 * The lines of the cart compared with their products, at current prices. `isFresh` reads every
 * product again when the component mounts, for pages where the shopper decides; otherwise cached
 * data is used. `held` are the lines of the shopper's unpaid order.
 */
export function useCurrentCart({
  isFresh = false,
  held = NOTHING_HELD,
}: {
  readonly isFresh?: boolean;
  readonly held?: readonly HeldLine[];
} = {}): readonly CurrentLine[] {
  const subscribe = useDispatch() as unknown as Subscribe;
  const lines = useSelector(selectCartLines);
  // A single string, so that a new quantity does not reread the products.
  const ids = JSON.stringify([...new Set(lines.map(({ id }) => id))].sort());
  useEffect(() => {
    const subscriptions = (JSON.parse(ids) as string[]).map((id) =>
      subscribe(product.initiate(id, { forceRefetch: isFresh })),
    );
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [subscribe, ids, isFresh]);
  const products = useSelector(
    (state: Pick<RootState, 'shopApi'>) => lines.map(({ id }) => product.select(id)(state).data),
    shallowEqual,
  );
  return useMemo(() => checkCart(lines, products, held), [lines, products, held]);
}

/** The input of promotions: the lines at current prices, with their categories. */
export function toPromotedLines(current: readonly CurrentLine[]): PromotedLine[] {
  return current.map(({ line, category }) => ({ ...line, category }));
}

/** The lines at current prices. */
export function toLines(current: readonly CurrentLine[]): Cart {
  return current.map(({ line }) => line);
}

/** The weight of a unit by line key, if the product specifies it. */
export function toWeights(current: readonly CurrentLine[]): ReadonlyMap<string, number> {
  return new Map(
    current.flatMap(({ line, grams }) => (grams === undefined ? [] : [[lineKey(line), grams] as const])),
  );
}
