// Counts of visits by people who consented to analytics. A visit is one document: it begins when
// the shop is opened and ends when the tab leaves it.
import * as z from 'zod/mini';
import { SEARCH_TEXT_MAX, VISIT_SEARCHES_MAX } from './limits.ts';
import { lineSchema } from './plain-text.ts';
import { toAsciiDigits } from './typed-digits.ts';

/**
 * The limit of distinct searches counted per day. A further one replaces one that was made once, so
 * that made-up searches cannot displace common ones.
 */
export const COUNTED_SEARCHES_MAX = 50;

/** Steps of a visit, in the order of the funnel. */
export const VISIT_STEPS = ['product', 'cart', 'checkout'] as const;
export type VisitStep = (typeof VISIT_STEPS)[number];

/** A search without products, or with only sold-out ones. */
export const FailedSearchSchema = z.strictObject({
  text: lineSchema(2, SEARCH_TEXT_MAX),
  outcome: z.enum(['nothing', 'sold-out']),
});
export type FailedSearch = z.infer<typeof FailedSearchSchema>;

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;

/** `recordVisit`: everything that is sent about a visit, once, at its end. It is anonymous. */
export const VisitReportSchema = z.strictObject({
  steps: z.array(z.enum(VISIT_STEPS)).check(z.refine(isUnique)),
  searches: z.array(FailedSearchSchema).check(z.maxLength(VISIT_SEARCHES_MAX)),
});
export type VisitReport = z.infer<typeof VisitReportSchema>;

export interface SearchCounts {
  readonly nothingFound: number;
  readonly soldOut: number;
}

/** Sums over visits, such as those of a day. */
export type VisitCounts = Readonly<Record<VisitStep, number>> & {
  readonly visits: number;
  /** Keyed by the normalized text. */
  readonly searches: Readonly<Record<string, SearchCounts>>;
};

export const NO_VISITS: VisitCounts = { visits: 0, product: 0, cart: 0, checkout: 0, searches: {} };

/** Adds a visit to the counts. */
export function addVisit(counts: VisitCounts, { steps, searches }: VisitReport): VisitCounts {
  const bySearch = new Map(Object.entries(counts.searches));
  for (const { text, outcome } of searches) {
    const counted = countableSearch(text);
    if (counted === undefined) continue;
    const { nothingFound, soldOut } = bySearch.get(counted) ?? { nothingFound: 0, soldOut: 0 };
    if (!bySearch.has(counted) && bySearch.size >= COUNTED_SEARCHES_MAX) {
      const single = findSingle(bySearch, counts.visits);
      if (single === undefined) continue;
      bySearch.delete(single);
    }
    bySearch.set(
      counted,
      outcome === 'nothing'
        ? { nothingFound: nothingFound + 1, soldOut }
        : { nothingFound, soldOut: soldOut + 1 },
    );
  }
  const stepCount = (step: VisitStep) => counts[step] + (steps.includes(step) ? 1 : 0);
  return {
    visits: counts.visits + 1,
    product: stepCount('product'),
    cart: stepCount('cart'),
    checkout: stepCount('checkout'),
    searches: Object.fromEntries(bySearch),
  };
}

/** A search that was made once; each visit picks a different one. */
function findSingle(bySearch: ReadonlyMap<string, SearchCounts>, visits: number): string | undefined {
  const singles = [...bySearch].filter(([, { nothingFound, soldOut }]) => nothingFound + soldOut === 1);
  return singles[visits % singles.length]?.[0];
}

/** The sum of counts. */
export function sumVisits(all: readonly VisitCounts[]): VisitCounts {
  const searches = new Map<string, SearchCounts>();
  for (const [text, { nothingFound, soldOut }] of all.flatMap((counts) => Object.entries(counts.searches))) {
    const before = searches.get(text);
    searches.set(text, {
      nothingFound: (before?.nothingFound ?? 0) + nothingFound,
      soldOut: (before?.soldOut ?? 0) + soldOut,
    });
  }
  const total = (key: VisitStep | 'visits') => all.reduce((sum, counts) => sum + counts[key], 0);
  return {
    visits: total('visits'),
    product: total('product'),
    cart: total('cart'),
    checkout: total('checkout'),
    searches: Object.fromEntries(searches),
  };
}

/**
 * Normalizes a search for counting: lower case with single spaces. Undefined for texts that may be
 * personal (addresses, and numbers of six digits of any script with anything between them) and for
 * invalid field names in Firestore: `__name__`, and lone surrogates.
 */
export function countableSearch(text: string): string | undefined {
  const plain = text.toLowerCase().replace(/\s+/g, ' ').trim();
  const ascii = toAsciiDigits(plain);
  const isPersonal = /@|[([{]at[)\]}]/.test(ascii) || /(\d[^\d\p{L}]*){6}/u.test(ascii);
  const isStorable = plain.isWellFormed() && !/^__.*__$/.test(plain);
  return isPersonal || plain.length < 2 || !isStorable ? undefined : plain;
}
