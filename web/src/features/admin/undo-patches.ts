import { PATCH_PRODUCTS_MAX, type PatchProductsRequest } from '@savepoint/model/callables';
import { adminApi } from './admin-endpoints.ts';
import { defineUndo } from './undo.ts';

/** Restores the previous fields of products. */
export const undoPatches = defineUndo<PatchProductsRequest['products']>(
  'patches',
  async (patches, dispatch) => {
    for (let at = 0; at < patches.length; at += PATCH_PRODUCTS_MAX) {
      const products = patches.slice(at, at + PATCH_PRODUCTS_MAX);
      await dispatch(adminApi.endpoints.patchProducts.initiate({ products })).unwrap();
    }
  },
);
