import { PATCH_PRODUCTS_MAX, type PatchProductsRequest } from '@savepoint/model/callables';
import type { Product } from '@savepoint/model/product';
import { useDispatch } from 'react-redux';
import type { FormFailure } from '../../components/form.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { adminApi, toFailure, usePatchProductsMutation } from './admin-endpoints.ts';

export type Changes = PatchProductsRequest['products'][number]['changes'];

export interface Patch {
  readonly product: Product;
  readonly changes: Changes;
}

/**
 * Returns a function that patches products with an optimistic update, in batches. It resolves to why
 * not all were saved; on an error, such as an edit conflict, the update is undone.
 */
export function usePatchProducts(): (
  patches: readonly Patch[],
  successMessage: string,
) => Promise<FormFailure | undefined> {
  const dispatch = useDispatch();
  const [send] = usePatchProductsMutation();
  return async (patches, successMessage) => {
    const byId = new Map(patches.map((patch) => [patch.product.id, patch.changes]));
    const optimistic = dispatch(
      adminApi.util.updateQueryData('allProducts', undefined, (products) =>
        products.map((product) => ({ ...product, ...byId.get(product.id) }) as Product),
      ) as never,
    ) as unknown as { undo: () => void };
    for (let at = 0; at < patches.length; at += PATCH_PRODUCTS_MAX) {
      const result = await send({
        products: patches.slice(at, at + PATCH_PRODUCTS_MAX).map(({ product, changes }) => ({
          productId: product.id,
          ...(product.updatedAt !== undefined && { version: product.updatedAt }),
          changes,
        })),
      });
      if (result.error !== undefined) {
        optimistic.undo();
        return toFailure(result.error);
      }
    }
    dispatch(toastShown({ text: successMessage }));
    return undefined;
  };
}
