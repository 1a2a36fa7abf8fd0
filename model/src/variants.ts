/** The variant of a size, or the only variant of an unsized product; undefined if missing. */
export function findVariant<V extends { readonly size?: string | undefined }>(
  product: { readonly variants: readonly V[] },
  size: string | undefined,
): V | undefined {
  return product.variants.find((variant) => variant.size === size);
}

/** Unit price of a size in dollars: the variant's own, else the product's. */
export function variantPrice(
  product: {
    readonly price: number;
    readonly variants: readonly { readonly size?: string | undefined; readonly price?: number | undefined }[];
  },
  size: string | undefined,
): number {
  return findVariant(product, size)?.price ?? product.price;
}

/** The weight of a unit of a size: the variant's own, else the product's, else undefined. */
export function variantGrams(
  product: {
    readonly grams?: number | undefined;
    readonly variants: readonly { readonly size?: string | undefined; readonly grams?: number | undefined }[];
  },
  size: string | undefined,
): number | undefined {
  return findVariant(product, size)?.grams ?? product.grams;
}

/** True if any variant is in stock. The document's `inStock` has this value. */
export function isAvailable(variants: readonly { readonly stock: number }[]): boolean {
  return variants.some((variant) => variant.stock > 0);
}
