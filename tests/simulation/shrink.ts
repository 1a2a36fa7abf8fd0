import { FAULTS } from './cloud/fault-plan.ts';
import type { DropOptions } from './shop/run-drop.ts';

/**
 * The smallest drop that still fails, found by leaving out kinds of faults, shoppers, units and
 * instances. `fails` runs a drop.
 */
export async function shrink(
  options: DropOptions,
  fails: (options: DropOptions) => Promise<boolean>,
): Promise<DropOptions> {
  let smallest = options;
  for (;;) {
    const next = await firstThat(fails, smallerThan(smallest));
    if (next === undefined) return smallest;
    smallest = next;
  }
}

/** The candidates; those that leave out the most come first. */
function smallerThan(options: DropOptions): DropOptions[] {
  const { shoppers, units, instances, faults } = options;
  const fewer = (count: number) =>
    [...new Set([Math.ceil(count / 2), count - 1])].filter((n) => n > 0 && n < count);
  return [
    ...FAULTS.filter((fault) => faults.includes(fault)).map((fault) => ({
      ...options,
      faults: faults.filter((other) => other !== fault),
    })),
    ...fewer(shoppers).map((n) => ({ ...options, shoppers: n })),
    ...fewer(units).map((n) => ({ ...options, units: n })),
    ...fewer(instances).map((n) => ({ ...options, instances: n })),
  ];
}

async function firstThat<T>(
  holds: (candidate: T) => Promise<boolean>,
  candidates: readonly T[],
): Promise<T | undefined> {
  for (const candidate of candidates) if (await holds(candidate)) return candidate;
  return undefined;
}
