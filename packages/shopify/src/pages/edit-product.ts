import type { Product, ProductStatus } from '../shop/product.ts';
import { levelsWithSum } from '../shop/product.ts';
import type { Shop, VariantChanges } from '../shop/shop.ts';

/** The redirect target, or the validation errors. */
export type SubmitResult = { readonly redirectUrl: string } | { readonly errors: readonly string[] };

const STATUSES: readonly string[] = ['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED'];

/** Validates and applies the form of a product page. If there are errors, nothing changes. */
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
  const variantChanges = new Map<number, VariantChanges>();
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
      variantChanges.set(variant.id, {
        price: Number(price).toFixed(2),
        inventoryLevels: levelsWithSum(variant, Number(stock)),
      });
    }
  }
  if (errors.length > 0) return { errors };
  const productChanges = {
    title,
    status: status as ProductStatus,
    descriptionHtml: form.get('descriptionHtml') ?? product.descriptionHtml,
    tags: (form.get('tags') ?? product.tags.join(','))
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  };
  // One submit sends one products/update webhook: updateVariants also publishes the changed fields.
  if (variantChanges.size === 0) shop.update(product, productChanges);
  else {
    Object.assign(product, productChanges);
    shop.updateVariants(product, variantChanges);
  }
  return { redirectUrl: `/products/${product.id}?saved=1` };
}
