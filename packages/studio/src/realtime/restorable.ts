import type { PlaceChange } from './history-endpoints.ts';

/** Replaces secrets (packages/server/src/core/redact.ts). */
const REDACTED = '[redacted]';

/**
 * The version after a change, or the deleted one, as JSON; or the reason why it cannot be restored.
 */
export function restorable({ change, before, after }: PlaceChange): {
  readonly json?: string;
  readonly problem?: string;
} {
  const json = change === 'delete' ? before : after;
  if (json === null) return { problem: 'The data is too long to be recorded: it cannot be restored.' };
  if (!json.includes(REDACTED)) return { json };
  return { problem: 'It has a secret, which is not stored: this version cannot be restored.' };
}
