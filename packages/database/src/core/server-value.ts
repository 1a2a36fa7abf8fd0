// Placeholders that stand for a value of the server
// (https://firebase.google.com/docs/database/web/offline-capabilities).

import { InvalidDataError } from './invalid-data.ts';
import type { Node } from './node.ts';

/** What placeholders of one write are resolved with. */
export interface ServerValues {
  /** All timestamps of one write are this one. */
  readonly nowMs: number;
}

/**
 * The value that `.sv` stands for.
 * @param existing what is at its place now
 * @throws InvalidDataError for a placeholder that does not exist
 */
export function resolveServerValue(placeholder: unknown, existing: Node, { nowMs }: ServerValues): number {
  if (placeholder === 'timestamp') return nowMs;
  const increment = incrementOf(placeholder);
  if (increment === undefined) {
    throw new InvalidDataError('A server value is "timestamp" or {"increment": NUMBER}.');
  }
  const sum = typeof existing.value === 'number' ? existing.value + increment : increment;
  if (!Number.isFinite(sum)) throw new InvalidDataError('The incremented number is too large.');
  return sum;
}

function incrementOf(placeholder: unknown): number | undefined {
  if (typeof placeholder !== 'object' || placeholder === null) return undefined;
  const { increment } = placeholder as { increment?: unknown };
  return typeof increment === 'number' && Number.isFinite(increment) ? increment : undefined;
}
