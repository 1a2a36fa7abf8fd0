import type { Review } from '@savepoint/model/review';

export interface FitSummary {
  readonly small: number;
  readonly true: number;
  readonly large: number;
}

/** The number of reviews per fit; undefined if no review states one. */
export function summarizeFit(reviews: readonly Review[]): FitSummary | undefined {
  const fit = { small: 0, true: 0, large: 0 };
  for (const review of reviews) if (review.fit) fit[review.fit] += 1;
  return fit.small + fit.true + fit.large === 0 ? undefined : fit;
}

const FIT_TEXTS = { small: 'Runs small', true: 'Wears true to size', large: 'Runs large' } as const;

/** The most common fit, and its percentage among reviews that state one. */
export function adviseFit(reviews: readonly Review[]): { text: string; percent: number } | undefined {
  const fit = summarizeFit(reviews);
  if (fit === undefined) return undefined;
  const total = fit.small + fit.true + fit.large;
  const most = (['true', 'small', 'large'] as const).reduce((a, b) => (fit[b] > fit[a] ? b : a));
  return { text: FIT_TEXTS[most], percent: Math.round((fit[most] / total) * 100) };
}
