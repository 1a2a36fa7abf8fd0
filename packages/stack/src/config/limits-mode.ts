import { UserError } from '../user-error.ts';
import type { LimitsMode } from './define-config.ts';

export const LIMITS_MODES = ['off', 'warn', 'enforce'] as const satisfies readonly LimitsMode[];

/** @throws UserError when the text is not a mode */
export function parseLimitsMode(text: string): LimitsMode {
  const mode = LIMITS_MODES.find((each) => each === text);
  if (mode !== undefined) return mode;
  throw new UserError(`--limits is "${text}"`, `Expected one of: ${LIMITS_MODES.join(', ')}.`);
}
