// Staff's changes of the catalog as callables.
import {
  DeleteCategoryRequestSchema,
  DeleteProductRequestSchema,
  ImportProductsRequestSchema,
  OrderCategoriesRequestSchema,
  PatchProductsRequestSchema,
  RestoreDeletedRequestSchema,
  SaveCategoryRequestSchema,
  SaveProductRequestSchema,
} from '@savepoint/model/callables';
import { callable } from '../callable/callable.ts';
import { database } from '../firestore/database.ts';
import * as deletions from './delete-document.ts';
import * as productImport from './import-products.ts';
import * as categories from './save-category.ts';
import * as catalogue from './save-product.ts';

/** Creates or replaces a product; see save-product.ts. */
export const saveProduct = callable({
  name: 'saveProduct',
  access: 'editCatalogue',
  schema: SaveProductRequestSchema,
  handle: (request, admin) => catalogue.saveProduct(database(), admin, request, new Date()),
});

/** Changes some fields of many products; see save-product.ts. */
export const patchProducts = callable({
  name: 'patchProducts',
  access: 'editCatalogue',
  schema: PatchProductsRequestSchema,
  handle: (request, admin) => catalogue.patchProducts(database(), admin, request, new Date()),
});

/** Validates or imports rows of a CSV file; see import-products.ts. */
export const importProducts = callable({
  name: 'importProducts',
  access: 'editCatalogue',
  schema: ImportProductsRequestSchema,
  handle: (request, admin) => productImport.importProducts(database(), admin, request, new Date()),
});

/** Creates or replaces a category. */
export const saveCategory = callable({
  name: 'saveCategory',
  access: 'editCatalogue',
  schema: SaveCategoryRequestSchema,
  handle: (request, admin) => categories.saveCategory(database(), admin, request, new Date()),
});

/** Sets the display order of the categories. */
export const orderCategories = callable({
  name: 'orderCategories',
  access: 'editCatalogue',
  schema: OrderCategoriesRequestSchema,
  handle: (request, admin) => categories.orderCategories(database(), admin, request, new Date()),
});

/** Deletes a product, which `restoreDeleted` undoes; see delete-document.ts. */
export const deleteProduct = callable({
  name: 'deleteProduct',
  access: 'editCatalogue',
  schema: DeleteProductRequestSchema,
  handle: (request, admin) => deletions.deleteProduct(database(), admin, request, new Date()),
});

/** Deletes a category, which `restoreDeleted` undoes; see delete-document.ts. */
export const deleteCategory = callable({
  name: 'deleteCategory',
  access: 'editCatalogue',
  schema: DeleteCategoryRequestSchema,
  handle: (request, admin) => deletions.deleteCategory(database(), admin, request, new Date()),
});

/** Restores a deleted document; see delete-document.ts. */
export const restoreDeleted = callable({
  name: 'restoreDeleted',
  access: 'editCatalogue',
  schema: RestoreDeletedRequestSchema,
  handle: (request, admin) => deletions.restoreDeleted(database(), admin, request, new Date()),
});
