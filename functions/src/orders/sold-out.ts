// In a rush, each order for a sold-out size reads all of its shards. An instance that has found
// nothing left therefore rejects such orders for a second without looking again: units may come
// back.
import { sizeKey } from '@savepoint/model/stock-shards';

const KEPT_MS = 1000;

/** The sizes that an instance has found sold out. */
export type SoldOutMemory = Map<string, { readonly until: number; readonly name: string }>;

interface Size {
  readonly productId: string;
  readonly size?: string | undefined;
}

const keyOf = ({ productId, size }: Size) => `${productId} ${sizeKey(size)}`;

/** Records that a size is sold out. */
export function noteSoldOut(memory: SoldOutMemory | undefined, size: Size, name: string, now: Date): void {
  memory?.set(keyOf(size), { until: now.getTime() + KEPT_MS, name });
}

/** The first of these sizes that is known to be sold out. */
export function findSoldOut(
  memory: SoldOutMemory | undefined,
  sizes: readonly Size[],
  now: Date,
): { readonly line: number; readonly name: string } | undefined {
  for (const [line, size] of sizes.entries()) {
    const found = memory?.get(keyOf(size));
    if (found !== undefined && found.until > now.getTime()) return { line, name: found.name };
  }
  return undefined;
}
