// The numbers of the dashboard. Each part is absent for a role that may not see it.
import * as z from 'zod/mini';
import { lineSchema } from './plain-text.ts';

/** Days of takings on the dashboard. */
export const DASHBOARD_DAYS = 30;

/**
 * `readDashboard`: `days` are the starts of the days to add up, oldest first, and the end of the
 * last one, as ISO times: only the browser knows when a day begins where the operator is.
 */
export const DashboardRequestSchema = z.strictObject({
  days: z.array(z.iso.datetime()).check(
    z.minLength(2),
    z.maxLength(DASHBOARD_DAYS + 1),
    z.refine(
      (days) =>
        days.every((day, index) => index === 0 || Date.parse(day) > Date.parse(days[index - 1] ?? '')),
      {
        error: 'days must be in order.',
      },
    ),
  ),
});
export type DashboardRequest = z.infer<typeof DashboardRequestSchema>;

/** What was paid for the orders that were placed on a day, less what was refunded of it. */
export interface DayTakings {
  /** ISO time of the day's start. */
  readonly day: string;
  readonly cents: number;
  readonly orders: number;
}

export interface LowStock {
  readonly productId: string;
  readonly name: string;
  /** Sizes with few units left, and how many. An unsized product has one without a size. */
  readonly sizes: readonly { readonly size?: string; readonly stock: number }[];
}

/** A search that found nothing to buy. */
export interface FailedSearch {
  readonly text: string;
  readonly nothingFound: number;
  readonly soldOut: number;
  /** ISO time. */
  readonly lastAt: string;
}

export interface DashboardResponse {
  readonly takings?: readonly DayTakings[];
  readonly orders?: {
    readonly toPack: number;
    readonly toShip: number;
    readonly returns: number;
    readonly needAttention: number;
  };
  readonly lowStock?: readonly LowStock[];
  readonly failedSearches?: readonly FailedSearch[];
}

export const SEARCH_TEXT_MAX = 60;

/**
 * `recordSearch`: counts a search that found no product, or only sold-out ones. Nothing about who
 * searched is stored.
 */
export const RecordSearchRequestSchema = z.strictObject({
  text: lineSchema(2, SEARCH_TEXT_MAX),
  outcome: z.enum(['nothing', 'sold-out']),
});
export type RecordSearchRequest = z.infer<typeof RecordSearchRequestSchema>;

/**
 * A search as it is counted: in lower case with single spaces. Undefined for what may be about a
 * person: addresses and long numbers.
 */
export function countableSearch(text: string): string | undefined {
  const plain = text.toLowerCase().replace(/\s+/g, ' ').trim();
  return plain.includes('@') || /(\d[\s-]?){6,}/.test(plain) || plain.length < 2 ? undefined : plain;
}
