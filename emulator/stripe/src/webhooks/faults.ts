// Owns the faults a test may ask of deliveries and of the API. A fault is a count that is used up, or a switch.

import { z } from 'zod';

/** What can be asked for; every field may be left out. */
export const FAULTS_SCHEMA = z.strictObject({
  /** Events from now on wait until they are released. */
  hold: z.boolean().optional(),
  /** The next N deliveries are lost: never sent, never retried. */
  dropNext: z.int().min(0).max(10_000).optional(),
  /** Each of the next N events is sent twice. */
  duplicateNext: z.int().min(0).max(10_000).optional(),
  /** Deliveries wait this long, on the stand-in's clock. */
  delaySeconds: z.number().min(0).max(2_592_000).optional(),
  /** Deliveries gather until there are N, then go out last first. 0 or 1 turns it off. */
  reorderWindow: z.int().min(0).max(1_000).optional(),
  /** The next N deliveries carry a signature that does not fit. */
  badSignatureNext: z.int().min(0).max(10_000).optional(),
  /** The next N API requests answer an error. */
  apiFailNext: z.int().min(0).max(10_000).optional(),
  /** With which status. */
  apiFailStatus: z.int().min(400).max(599).optional(),
  /** Whether the failing request does its work first (the answer is lost) or nothing at all. */
  apiFailAfterWork: z.boolean().optional(),
  /** Whether an idempotency key keeps that failure and replays it, as the real API does with an error of its own. */
  apiFailStored: z.boolean().optional(),
  /** The next N API requests do their work, and then the connection breaks before the answer. */
  apiHangUpNext: z.int().min(0).max(10_000).optional(),
  /** API requests take this long, in real milliseconds, after their idempotency key is taken. */
  apiDelayMs: z.int().min(0).max(60_000).optional(),
});

type Asked = z.infer<typeof FAULTS_SCHEMA>;
/** The faults in force. */
export type Faults = { [K in keyof Asked]-?: NonNullable<Asked[K]> };

/** Nothing goes wrong. */
export function noFaults(): Faults {
  return {
    hold: false,
    dropNext: 0,
    duplicateNext: 0,
    delaySeconds: 0,
    reorderWindow: 0,
    badSignatureNext: 0,
    apiFailNext: 0,
    apiFailStatus: 500,
    apiFailAfterWork: false,
    apiFailStored: false,
    apiHangUpNext: 0,
    apiDelayMs: 0,
  };
}

type Countdown = 'dropNext' | 'duplicateNext' | 'badSignatureNext' | 'apiFailNext' | 'apiHangUpNext';

/** Uses one of a counted fault; true when there was one. */
export function spend(faults: Faults, name: Countdown): boolean {
  if (faults[name] <= 0) return false;
  faults[name] -= 1;
  return true;
}
