// Placeholders for server values
// (https://firebase.google.com/docs/database/web/offline-capabilities).

import { InvalidDataError } from './invalid-data.ts';
import type { Node } from './node.ts';

/** The values for the placeholders of one write. */
export interface ServerValues {
  /** The timestamp of all placeholders in one write. */
  readonly nowMs: number;
}

/**
 * Resolves a `.sv` placeholder.
 * @param existing the current node at its location
 * @throws InvalidDataError for an unknown placeholder
 */
export function resolveServerValue(placeholder: unknown, existing: Node, { nowMs }: ServerValues): number {
  if (placeholder === 'timestamp') return nowMs;
  const increment = incrementOf(placeholder);
  if (increment === undefined) {
    throw new InvalidDataError('A server value must be "timestamp" or {"increment": NUMBER}.');
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
