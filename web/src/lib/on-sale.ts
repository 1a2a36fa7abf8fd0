/** True if a product costs less than before. */
export function isOnSale({
  price,
  compareAtPrice,
}: {
  readonly price: number;
  readonly compareAtPrice?: number | undefined;
}): boolean {
  return compareAtPrice !== undefined && compareAtPrice > price;
}
