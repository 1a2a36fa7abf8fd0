import { PATCH_PRODUCTS_MAX, type PatchProductsRequest } from '@savepoint/model/callables';
import type { Product } from '@savepoint/model/product';
import { useDispatch } from 'react-redux';
import type { FormFailure } from '../../components/form.tsx';
import { adminApi, toFailure, usePatchProductsMutation } from './admin-endpoints.ts';
import { useUndoToast } from './undo.ts';

export type Changes = PatchProductsRequest['products'][number]['changes'];

export interface Patch {
  readonly product: Product;
  readonly changes: Changes;
}

/**
 * Returns a function that patches products with an optimistic update, in batches, and offers to undo it. It resolves to why
 * not all were saved; on an error, such as an edit conflict, the update is taken back.
 */
export function usePatchProducts(): (
  patches: readonly Patch[],
  successMessage: string,
) => Promise<FormFailure | undefined> {
  const dispatch = useDispatch();
  const [send] = usePatchProductsMutation();
  const showUndo = useUndoToast();
  return async (patches, successMessage) => {
    const byId = new Map(patches.map((patch) => [patch.product.id, patch.changes]));
    const optimistic = dispatch(
      adminApi.util.updateQueryData('allProducts', undefined, (products) =>
        products.map((product) => ({ ...product, ...byId.get(product.id) }) as Product),
      ),
    );
    const versions = new Map<string, string>();
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
      for (const { productId, version } of result.data.products) versions.set(productId, version);
    }
    showUndo(successMessage, { patches: patches.map((patch) => inversePatch(patch, versions)) });
    return undefined;
  };
}

/** The patch that restores what a patch has changed, for the version that the patch made. */
function inversePatch({ product, changes }: Patch, versions: ReadonlyMap<string, string>) {
  const version = versions.get(product.id);
  const before = { ...product, status: product.status ?? 'active' };
  const names = Object.keys(changes) as (keyof Changes)[];
  return {
    productId: product.id,
    ...(version !== undefined && { version }),
    changes: Object.fromEntries(names.map((name) => [name, before[name]])) as Changes,
  };
}
