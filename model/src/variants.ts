// Owns looking at the sizes of a product. Knows the shape of a variant only.

/** The variant a size names, or the only variant of an unsized product; undefined when there is none. */
export function findVariant<V extends { readonly size?: string | undefined }>(
  product: { readonly variants: readonly V[] },
  size: string | undefined,
): V | undefined {
  return product.variants.find((variant) => variant.size === size);
}

/** What one unit costs in a size, in dollars: the size's own price, or else the product's. */
export function variantPrice(
  product: {
    readonly price: number;
    readonly variants: readonly { readonly size?: string | undefined; readonly price?: number | undefined }[];
  },
  size: string | undefined,
): number {
  return findVariant(product, size)?.price ?? product.price;
}

/** Whether any variant can be ordered; `inStock` on the document follows this. */
export function isAvailable(variants: readonly { readonly stock: number }[]): boolean {
  return variants.some((variant) => variant.stock > 0);
}
