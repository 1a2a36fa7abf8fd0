import { PATCH_PRODUCTS_MAX, type PatchProductsRequest } from '@savepoint/model/callables';
import type { Product } from '@savepoint/model/product';
import { useRef } from 'react';
import { useDispatch } from 'react-redux';
import type { FormFailure } from '../../components/form.tsx';
import { adminApi, toFailure, usePatchProductsMutation } from './admin-endpoints.ts';
import { useUndoToast } from './undo.ts';
import { undoPatches } from './undo-patches.ts';

export type Changes = PatchProductsRequest['products'][number]['changes'];

export interface Patch {
  readonly product: Product;
  readonly changes: Changes;
}

/** The displayed stock: typed input is a correction by the difference. */
export function stockOf({ variants }: Pick<Product, 'variants'>) {
  return variants.map(({ size, stock }) => ({ ...(size !== undefined && { size }), stock }));
}

/**
 * Returns a function that patches products with an optimistic update, in batches, and offers to
 * undo it. It resolves to why not all were saved; on an error, such as an edit conflict, the update
 * is reverted. Patches are sent sequentially: a product may be edited again before its last edit is
 * saved.
 */
export function usePatchProducts(): (
  patches: readonly Patch[],
  successMessage: string,
) => Promise<FormFailure | undefined> {
  const dispatch = useDispatch();
  const [send] = usePatchProductsMutation();
  const showUndo = useUndoToast(undoPatches);
  const lastSave = useRef<Promise<unknown>>(Promise.resolve());
  /** The versions from this page's saves, by the product and version that they changed. */
  const ownVersions = useRef(new Map<string, string>());

  /** The version that a product has if only this page has changed it since the edit. */
  const versionOf = ({ id, updatedAt }: Product) => {
    let version = updatedAt;
    for (;;) {
      const next = ownVersions.current.get(`${id}@${version}`);
      if (next === undefined) return version;
      version = next;
    }
  };

  const save = async (patches: readonly Patch[]): Promise<ReadonlyMap<string, string>> => {
    const versions = new Map<string, string>();
    for (let at = 0; at < patches.length; at += PATCH_PRODUCTS_MAX) {
      const products = patches.slice(at, at + PATCH_PRODUCTS_MAX).map(({ product, changes }) => {
        const version = versionOf(product);
        return {
          ...{ productId: product.id, changes },
          ...(version !== undefined && { version }),
          ...(changes.variants !== undefined && { stockBefore: stockOf(product) }),
        };
      });
      const saved = await send({ products }).unwrap();
      for (const [index, { productId, version }] of saved.products.entries()) {
        versions.set(productId, version);
        ownVersions.current.set(`${productId}@${products[index]?.version}`, version);
      }
    }
    return versions;
  };

  return async (patches, successMessage) => {
    const byId = new Map(patches.map((patch) => [patch.product.id, patch.changes]));
    const optimistic = dispatch(
      adminApi.util.updateQueryData('allProducts', undefined, (products) =>
        products.map((product) => ({ ...product, ...byId.get(product.id) }) as Product),
      ),
    );
    const saving = lastSave.current.then(() => save(patches));
    lastSave.current = saving.catch(() => undefined);
    try {
      const versions = await saving;
      showUndo(
        successMessage,
        patches.map((patch) => inversePatch(patch, versions)),
      );
      return undefined;
    } catch (cause) {
      optimistic.undo();
      return toFailure(cause);
    }
  };
}

/** The patch that reverts a patch, for the resulting version. */
function inversePatch({ product, changes }: Patch, versions: ReadonlyMap<string, string>) {
  const version = versions.get(product.id);
  const before = { ...product, status: product.status ?? 'active' };
  const names = Object.keys(changes) as (keyof Changes)[];
  return {
    productId: product.id,
    ...(version !== undefined && { version }),
    ...(changes.variants !== undefined && { stockBefore: stockOf({ variants: changes.variants }) }),
    changes: Object.fromEntries(names.map((name) => [name, before[name]])) as Changes,
  };
}
