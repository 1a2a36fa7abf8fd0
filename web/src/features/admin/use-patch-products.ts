// Owns changing some fields of products from a table: shown at once, taken back when the server refuses, and said aloud
// when somebody else was faster.
import { PATCH_PRODUCTS_MAX, type PatchProductsRequest } from '@savepoint/model/callables';
import type { Product } from '@savepoint/model/product';
import { useDispatch } from 'react-redux';
import { toastShown } from '../../lib/toast-slice.ts';
import { adminApi, problemText, usePatchProductsMutation } from './admin-endpoints.ts';

export type Changes = PatchProductsRequest['products'][number]['changes'];

export interface Patch {
  readonly product: Product;
  readonly changes: Changes;
}

/** Answers the function that sends patches; it resolves to whether all were taken. */
export function usePatchProducts(): (patches: readonly Patch[], done: string) => Promise<boolean> {
  const dispatch = useDispatch();
  const [send] = usePatchProductsMutation();
  return async (patches, done) => {
    const byId = new Map(patches.map((patch) => [patch.product.id, patch.changes]));
    const optimistic = dispatch(
      adminApi.util.updateQueryData('allProducts', undefined, (products) =>
        products.map((product) => ({ ...product, ...byId.get(product.id) }) as Product),
      ) as never,
    ) as unknown as { undo: () => void };
    for (let at = 0; at < patches.length; at += PATCH_PRODUCTS_MAX) {
      const answer = await send({
        products: patches.slice(at, at + PATCH_PRODUCTS_MAX).map(({ product, changes }) => ({
          productId: product.id,
          ...(product.updatedAt !== undefined && { version: product.updatedAt }),
          changes,
        })),
      });
      if (answer.error !== undefined) {
        optimistic.undo();
        dispatch(toastShown({ text: problemText(answer.error), tone: 'error' }));
        return false;
      }
    }
    dispatch(toastShown({ text: done }));
    return true;
  };
}
