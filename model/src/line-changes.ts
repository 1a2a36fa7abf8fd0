// Differences between the lines of an order before and after an edit.
import type { LineChange, OrderLine } from './order.ts';

type Units = Pick<OrderLine, 'id' | 'size' | 'name' | 'quantity'>;

/** The key of a line: a product in a size. */
export const lineKey = ({ id, size }: Pick<OrderLine, 'id' | 'size'>) => JSON.stringify([id, size ?? null]);

/** The lines with a different number of units, those of `before` first. */
export function lineChanges(before: readonly Units[], after: readonly Units[]): LineChange[] {
  const [old, next] = [before, after].map((lines) => new Map(lines.map((line) => [lineKey(line), line])));
  return [...new Map([...(old ?? []), ...(next ?? [])])].flatMap(([key, { id, size, name }]) => {
    const change = {
      ...{ id, name, ...(size !== undefined && { size }) },
      before: old?.get(key)?.quantity ?? 0,
      after: next?.get(key)?.quantity ?? 0,
    };
    return change.before === change.after ? [] : change;
  });
}

/** `Boss Rush Tee (M): 2 to 1`. */
export function describeLineChange({ name, size, before, after }: LineChange): string {
  return `${name}${size === undefined ? '' : ` (${size})`}: ${before} to ${after}`;
}
