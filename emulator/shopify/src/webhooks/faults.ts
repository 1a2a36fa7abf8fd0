// Owns the faults a test may ask of the APIs and of deliveries. A fault is a count that is used up, or a switch.

import { z } from 'zod';

const COUNT = z.int().min(0).max(10_000).optional();

/** What can be asked for; every field may be left out. */
export const FAULTS_SCHEMA = z.strictObject({
  /** The Nth query for a page of products from now on fails (1 is the next). 0 turns it off. */
  failPage: COUNT,
  /** How many times in a row it fails, counted from then on. */
  failPageTimes: COUNT,
  /** With which status it fails; 200 answers INTERNAL_SERVER_ERROR inside the GraphQL answer. */
  failPageStatus: z.union([z.literal(200), z.int().min(400).max(599)]).optional(),
  /** The next N queries are throttled, whatever they cost. */
  throttleNext: COUNT,
  /** Queries take this long, in real milliseconds. */
  apiDelayMs: z.int().min(0).max(60_000).optional(),
  /** The next bulk operations end FAILED. */
  bulkFailNext: COUNT,
  /** Deliveries wait until they are released. */
  hold: z.boolean().optional(),
  /** The next N deliveries are lost: never sent, never retried. */
  dropNext: COUNT,
  /** Each of the next N deliveries is sent twice under one webhook id. */
  duplicateNext: COUNT,
  /** Deliveries wait this long, on the stand-in's clock. */
  delaySeconds: z.number().min(0).max(2_592_000).optional(),
  /** Deliveries gather until there are N, then go out last first. 0 or 1 turns it off. */
  reorderWindow: z.int().min(0).max(1_000).optional(),
  /** The next N deliveries carry an HMAC that does not fit. */
  badSignatureNext: COUNT,
});

type Asked = z.infer<typeof FAULTS_SCHEMA>;
/** The faults in force. */
export type Faults = { [K in keyof Asked]-?: NonNullable<Asked[K]> };

/** Nothing goes wrong. */
export function noFaults(): Faults {
  return {
    failPage: 0,
    failPageTimes: 1,
    failPageStatus: 500,
    throttleNext: 0,
    apiDelayMs: 0,
    bulkFailNext: 0,
    hold: false,
    dropNext: 0,
    duplicateNext: 0,
    delaySeconds: 0,
    reorderWindow: 0,
    badSignatureNext: 0,
  };
}

type Countdown = 'throttleNext' | 'bulkFailNext' | 'dropNext' | 'duplicateNext' | 'badSignatureNext';

/** Uses one of a counted fault; true when there was one. */
export function spend(faults: Faults, name: Countdown): boolean {
  if (faults[name] <= 0) return false;
  faults[name] -= 1;
  return true;
}

/** Counts a query for a page of products; true when this is one that fails. */
export function spendPage(faults: Faults): boolean {
  if (faults.failPage === 0) return false;
  if (faults.failPage > 1) {
    faults.failPage -= 1;
    return false;
  }
  faults.failPageTimes -= 1;
  if (faults.failPageTimes <= 0) Object.assign(faults, { failPage: 0, failPageTimes: 1 });
  return true;
}
