// Owns what the edit form does: reads it, checks it, changes the product or says what is wrong.

import type { Product, ProductStatus } from '../shop/product.ts';
import type { Shop, VariantChanges } from '../shop/shop.ts';

/** Where the browser goes, or what is wrong. */
export type SubmitResult = { readonly redirectUrl: string } | { readonly errors: readonly string[] };

const STATUSES: readonly string[] = ['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED'];

/** Applies the form. All or nothing. */
export function submitProductForm(shop: Shop, product: Product, form: URLSearchParams): SubmitResult {
  if (form.get('do') === 'delete') {
    shop.delete(product);
    return { redirectUrl: '/' };
  }
  const errors: string[] = [];
  const title = (form.get('title') ?? '').trim();
  if (title === '' || title.length > 255) errors.push('The title needs 1 to 255 characters.');
  const status = form.get('status') ?? product.status;
  if (!STATUSES.includes(status)) errors.push(`There is no status ${status}.`);
  const changes = new Map<number, VariantChanges>();
  for (const variant of product.variants) {
    const price = form.get(`price-${variant.id}`) ?? variant.price;
    const stock = form.get(`stock-${variant.id}`) ?? String(variant.inventoryQuantity);
    if (!/^\d{1,9}(\.\d{1,2})?$/.test(price))
      errors.push(`The price of ${variant.title} must be a number such as 45.00.`);
    if (!/^-?\d{1,7}$/.test(stock)) errors.push(`The stock of ${variant.title} must be a whole number.`);
    if (
      errors.length === 0 &&
      (Number(price).toFixed(2) !== variant.price || Number(stock) !== variant.inventoryQuantity)
    ) {
      changes.set(variant.id, { price: Number(price).toFixed(2), inventoryQuantity: Number(stock) });
    }
  }
  if (errors.length > 0) return { errors };
  const fields = {
    title,
    status: status as ProductStatus,
    descriptionHtml: form.get('descriptionHtml') ?? product.descriptionHtml,
    tags: (form.get('tags') ?? product.tags.join(','))
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  };
  // One update for the shopper's one click: with variants changed, theirs tells of the fields too.
  if (changes.size === 0) shop.update(product, fields);
  else {
    Object.assign(product, fields);
    shop.updateVariants(product, changes);
  }
  return { redirectUrl: `/products/${product.id}?saved=1` };
}
