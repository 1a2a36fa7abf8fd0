// The numbers of the dashboard. Each part is absent for a role that may not see it.
import * as z from 'zod/mini';
import type { SearchCounts, VisitStep } from './visit.ts';

/** The periods that the dashboard shows, in days up to today. */
export const DASHBOARD_PERIODS = [7, 30, 90] as const;
export type DashboardPeriod = (typeof DASHBOARD_PERIODS)[number];

/** `readDashboard`: the numbers of the last days, and of as many before them. */
export const DashboardRequestSchema = z.strictObject({ days: z.literal(DASHBOARD_PERIODS) });
export type DashboardRequest = z.infer<typeof DashboardRequestSchema>;

/** A number of the period, and the same number of the period before. */
export interface Compared {
  readonly now: number;
  readonly before: number;
}

/** The sales of a day of the shop's calendar, by the day of the order. */
export interface DaySales {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** What the orders cost, less what was refunded of it. */
  readonly netCents: number;
  readonly orders: number;
}

/** Sums of money over all orders that were paid. */
export interface Sales {
  /** Of the period, oldest first. */
  readonly days: readonly DaySales[];
  readonly netCents: Compared;
  readonly orders: Compared;
  /** What an order costs before refunds; 0 without orders. */
  readonly averageCents: Compared;
  readonly refundedCents: Compared;
  readonly discountCents: Compared;
}

/** How many visits came how far, of people who agreed to be measured. */
export type Funnel = Readonly<Record<VisitStep | 'visits' | 'paid', Compared>>;

/** A product among those of which the most units were sold. */
export interface BestSeller {
  readonly productId: string;
  /** Absent for one that was deleted. */
  readonly name?: string;
  /** Sold and not refunded. */
  readonly units: Compared;
  /** Units that are left. */
  readonly stock: number;
}

export interface LowStock {
  readonly productId: string;
  readonly name: string;
  /** Sizes with few units left, and how many. An unsized product has one without a size. */
  readonly sizes: readonly { readonly size?: string; readonly stock: number }[];
}

/** A search that found nothing to buy. */
export interface CountedSearch extends SearchCounts {
  readonly text: string;
}

export interface DashboardResponse {
  readonly orders?: {
    readonly toPack: number;
    readonly toShip: number;
    /** Orders with a return to approve or decline, and those whose parcel is on its way back. */
    readonly returnsToDecide: number;
    readonly returnsToReceive: number;
    readonly needAttention: number;
  };
  /** Contact messages without an answer. */
  readonly openMessages?: number;
  readonly sales?: Sales;
  readonly lowStock?: readonly LowStock[];
  readonly funnel?: Funnel;
  readonly bestSellers?: readonly BestSeller[];
  readonly failedSearches?: readonly CountedSearch[];
}

/** The part of a product's units that were sold, of those and what is left; from 0 to 1. */
export function sellThrough({ units, stock }: Pick<BestSeller, 'units' | 'stock'>): number {
  return units.now <= 0 ? 0 : units.now / (units.now + Math.max(0, stock));
}
