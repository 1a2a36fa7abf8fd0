import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addVisit,
  COUNTED_SEARCHES_MAX,
  countableSearch,
  NO_VISITS,
  sumVisits,
  VISIT_STEPS,
  type VisitReport,
  VisitReportSchema,
} from './visit.ts';

describe('countableSearch', () => {
  it('counts spellings that differ only in case and spaces as one', () => {
    expect(countableSearch('  Pixel   RONIN ')).toBe('pixel ronin');
  });

  it.each([
    'ada@example.com',
    'ada＠example.com',
    'ada(at)example.com',
    '4242 4242 4242 4242',
    '4242.4242.4242.4242',
    '4242 / 4242',
    '+49 170 1234567',
    '١٢٣٤٥٦',
    'x',
    '__proto__',
    'cape \ud800',
  ])('does not count %j', (text) => {
    expect(countableSearch(text)).toBeUndefined();
  });

  it.each(['rtx 4090 ti 16', 'attack on titan (2013)'])('counts %j', (text) => {
    expect(countableSearch(text)).toBe(text);
  });
});

describe('VisitReportSchema', () => {
  it.each([
    { steps: ['paid'], searches: [] },
    { steps: ['cart', 'cart'], searches: [] },
    { steps: [], searches: Array(11).fill({ text: 'cape', outcome: 'nothing' }) },
    { steps: [], searches: [{ text: 'x'.repeat(61), outcome: 'nothing' }] },
    { steps: [], searches: [], uid: 'ada' },
    { steps: [] },
  ])('refuses %j', (report) => {
    expect(VisitReportSchema.safeParse(report).success).toBe(false);
  });
});

const reports = fc.array(
  fc.record({
    steps: fc.uniqueArray(fc.constantFrom(...VISIT_STEPS)),
    searches: fc.array(
      fc.record({
        text: fc.constantFrom('Cape', ' cape', 'constructor', 'tea  cup', 'ada@example.com'),
        outcome: fc.constantFrom('nothing' as const, 'sold-out' as const),
      }),
      { maxLength: 4 },
    ),
  }),
  { maxLength: 30 },
);

/** Replays the visits event by event. */
function replay(visits: readonly VisitReport[]) {
  const searches = new Map<string, { nothingFound: number; soldOut: number }>();
  for (const { text, outcome } of visits.flatMap((visit) => visit.searches)) {
    const key = text.trim().toLowerCase().split(/\s+/).join(' ');
    if (key.includes('@')) continue;
    const counts = searches.get(key) ?? { nothingFound: 0, soldOut: 0 };
    counts[outcome === 'nothing' ? 'nothingFound' : 'soldOut'] += 1;
    searches.set(key, counts);
  }
  const having = (step: (typeof VISIT_STEPS)[number]) =>
    visits.filter(({ steps }) => steps.includes(step)).length;
  return {
    visits: visits.length,
    product: having('product'),
    cart: having('cart'),
    checkout: having('checkout'),
    searches: Object.fromEntries(searches),
  };
}

describe('counts of visits', () => {
  it('equal those of the replayed visits, however they are spread over shards', () => {
    fc.assert(
      fc.property(reports, fc.array(fc.nat({ max: 3 })), (visits, choices) => {
        const shards = [NO_VISITS, NO_VISITS, NO_VISITS, NO_VISITS];
        for (const [index, visit] of visits.entries()) {
          const shard = choices[index] ?? 0;
          shards[shard] = addVisit(shards[shard] ?? NO_VISITS, visit);
        }
        expect(sumVisits(shards)).toEqual(replay(visits));
      }),
    );
  });

  it('have no more searches than fit a document, and keep those made at least twice', () => {
    const searchFor = (text: string): VisitReport => ({
      steps: [],
      searches: [{ text, outcome: 'nothing' }],
    });
    const madeUp = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `made up ${from + index}`);
    const texts = [...madeUp(0, COUNTED_SEARCHES_MAX), 'cape', 'cape', ...madeUp(900, 100), 'cape'];
    const counts = texts.map(searchFor).reduce(addVisit, NO_VISITS);
    expect(Object.keys(counts.searches)).toHaveLength(COUNTED_SEARCHES_MAX);
    expect(counts.searches.cape?.nothingFound).toBe(3);
    expect(counts.visits).toBe(texts.length);
  });
});
