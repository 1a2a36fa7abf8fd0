import { describe, expect, it } from 'vitest';
import { DESIGNS, runRush } from './compare-designs.ts';

const RUSH = { seed: 1, shoppers: 120, units: 30, instances: 4, concurrency: 20, faults: [] } as const;

describe.each(DESIGNS)('stock as $name', (design) => {
  it('gives out every unit once, with instances that die and responses that are lost', async () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const faults = ['instanceDeath', 'lostReply'] as const;
      const { imbalance, left } = await runRush(design, { ...RUSH, seed, faults });
      expect([imbalance, left], `seed ${seed}`).toEqual([0, 0]);
    }
  });

  it('puts the units of one who does not pay back, and refuses nobody for long while units are left', async () => {
    const { taken, left, imbalance } = await runRush(design, { ...RUSH, shoppers: 20 });
    expect(taken).toBe(20);
    expect(left).toBeGreaterThan(RUSH.units - 2 * 20);
    expect(imbalance).toBe(0);
  });
});

it('one document sells fewer a second than the other designs', async () => {
  const [single = 0, ...others] = await Promise.all(
    DESIGNS.map(
      async (design) => (await runRush(design, { ...RUSH, shoppers: 400, units: 100 })).ordersPerSecond,
    ),
  );
  for (const rate of others) expect(rate).toBeGreaterThan(5 * single);
});
