/**
 * Splits a sum in proportion to weights, to the cent: the remaining cents go to the largest
 * remainders, the first of equal ones. The parts add up to the sum, and none exceeds its weight
 * unless the sum exceeds all weights. Example: 100 over [1, 1, 1] is [34, 33, 33].
 */
export function splitCents(cents: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  // The products of cents exceed the exact range of a number.
  const shares = weights.map((weight, index) => {
    const product = BigInt(cents) * BigInt(weight);
    return { index, whole: Number(product / BigInt(sum)), rest: product % BigInt(sum) };
  });
  const parts = shares.map(({ whole }) => whole);
  const left = cents - parts.reduce((total, part) => total + part, 0);
  const byRest = [...shares].sort((a, b) =>
    a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1,
  );
  for (const { index } of byRest.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}
