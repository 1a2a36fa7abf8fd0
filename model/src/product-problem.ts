import type { Product } from './product.ts';

/**
 * A violated rule that spans fields: the path of the field to change, and a sentence for the
 * editor.
 */
export interface ProductProblem {
  readonly field: string;
  readonly message: string;
}

/**
 * The problem with a product that matches the schema, by the rules that span fields. Undefined for
 * a valid product.
 */
export function findProductProblem(
  product: Pick<Product, 'name' | 'price' | 'compareAtPrice' | 'variants'>,
): ProductProblem | undefined {
  const sizes = product.variants.map(({ size }) => size ?? '');
  const repeated = sizes.findIndex((size, index) => sizes.indexOf(size) !== index);
  const unnamed = sizes.length > 1 ? sizes.lastIndexOf('') : -1;
  if (unnamed !== -1)
    return {
      field: `variants.${unnamed}`,
      message: 'A product with several variants needs a size for each.',
    };
  if (repeated !== -1)
    return {
      field: `variants.${repeated}`,
      message: `There are two variants of the size ${sizes[repeated]}.`,
    };
  if (product.compareAtPrice !== undefined && product.compareAtPrice <= product.price)
    return { field: 'compareAtPrice', message: 'The price before the sale must be higher than the price.' };
  if (/[<>]/.test(product.name)) return { field: 'name', message: 'The name must not contain < or >.' };
  return undefined;
}
