// Admins' changes of the catalogue as callables.
import {
  ImportProductsRequestSchema,
  ModerateReviewRequestSchema,
  PatchProductsRequestSchema,
  SaveCategoryRequestSchema,
  SaveProductRequestSchema,
} from '@savepoint/model/callables';
import { callable } from '../callable/callable.ts';
import { database } from '../firestore/database.ts';
import * as productImport from './import-products.ts';
import * as reviews from './moderate-review.ts';
import * as catalogue from './save-product.ts';

/** Creates or replaces a product; see save-product.ts. */
export const saveProduct = callable({
  name: 'saveProduct',
  access: 'admin',
  schema: SaveProductRequestSchema,
  handle: (request, admin) => catalogue.saveProduct(database(), admin, request, new Date()),
});

/** Changes some fields of many products; see save-product.ts. */
export const patchProducts = callable({
  name: 'patchProducts',
  access: 'admin',
  schema: PatchProductsRequestSchema,
  handle: (request, admin) => catalogue.patchProducts(database(), admin, request, new Date()),
});

/** Validates or imports rows of a CSV file; see import-products.ts. */
export const importProducts = callable({
  name: 'importProducts',
  access: 'admin',
  schema: ImportProductsRequestSchema,
  handle: (request, admin) => productImport.importProducts(database(), admin, request, new Date()),
});

/** Creates or replaces a category. */
export const saveCategory = callable({
  name: 'saveCategory',
  access: 'admin',
  schema: SaveCategoryRequestSchema,
  handle: (request, admin) => catalogue.saveCategory(database(), admin, request, new Date()),
});

/** Hides, shows or removes a review; see moderate-review.ts. */
export const moderateReview = callable({
  name: 'moderateReview',
  access: 'admin',
  schema: ModerateReviewRequestSchema,
  handle: (request, admin) => reviews.moderateReview(database(), admin, request, new Date()),
});
