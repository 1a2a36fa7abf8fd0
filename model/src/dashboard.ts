// The numbers of the dashboard. A part is absent for roles that may not see it.
import * as z from 'zod/mini';
import type { SearchCounts, VisitStep } from './visit.ts';

/** The periods of the dashboard, in days up to today. */
export const DASHBOARD_PERIODS = [7, 30, 90] as const;
export type DashboardPeriod = (typeof DASHBOARD_PERIODS)[number];

/** `readDashboard`: the numbers of the last `days` days, and of as many before them. */
export const DashboardRequestSchema = z.strictObject({ days: z.literal(DASHBOARD_PERIODS) });
export type DashboardRequest = z.infer<typeof DashboardRequestSchema>;

/** A number for a period, and for the period before it. */
export interface Compared {
  readonly now: number;
  readonly before: number;
}

/** The sales of a day in the shop's calendar, by the day of the order. */
export interface DaySales {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** The cost of the orders, less refunds. */
  readonly netCents: number;
  readonly orders: number;
}

/** Sums of money over all paid orders. */
export interface Sales {
  /** Of the period, oldest first. */
  readonly days: readonly DaySales[];
  readonly netCents: Compared;
  readonly orders: Compared;
  /** The average order value before refunds; 0 without orders. */
  readonly averageCents: Compared;
  readonly refundedCents: Compared;
  readonly discountCents: Compared;
}

/** How many visits reached each step, among visitors who consented to analytics. */
export type Funnel = Readonly<Record<VisitStep | 'visits' | 'paid', Compared>>;

/** One of the best-selling products. */
export interface BestSeller {
  readonly productId: string;
  /** Absent for deleted products. */
  readonly name?: string;
  /** Sold and not refunded. */
  readonly units: Compared;
  /** Units left. */
  readonly stock: number;
}

export interface LowStock {
  readonly productId: string;
  readonly name: string;
  /** Sizes with few units left. Unsized products have one entry without a size. */
  readonly sizes: readonly { readonly size?: string; readonly stock: number }[];
}

/** A search without results. */
export interface CountedSearch extends SearchCounts {
  readonly text: string;
}

export interface DashboardResponse {
  readonly orders?: {
    readonly toPack: number;
    readonly toShip: number;
    /** Orders with a return to approve or decline, and those with a return in transit. */
    readonly returnsToDecide: number;
    readonly returnsToReceive: number;
    readonly needAttention: number;
  };
  /** Contact messages without a reply. */
  readonly openMessages?: number;
  readonly sales?: Sales;
  readonly lowStock?: readonly LowStock[];
  readonly funnel?: Funnel;
  readonly bestSellers?: readonly BestSeller[];
  readonly failedSearches?: readonly CountedSearch[];
}

/** The share of a product's units that were sold, from 0 to 1. */
export function sellThrough({ units, stock }: Pick<BestSeller, 'units' | 'stock'>): number {
  return units.now <= 0 ? 0 : units.now / (units.now + Math.max(0, stock));
}
