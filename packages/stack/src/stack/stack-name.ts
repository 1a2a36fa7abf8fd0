import { createHash, randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { UserError } from '../user-error.ts';

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
const MAX_DERIVED_LENGTH = 34;
const TEMPORARY = 'temporary-';

/**
 * Validates the name of a stack and returns it.
 * @throws UserError when it is not valid
 */
export function parseStackName(name: string): string {
  if (NAME.test(name)) return name;
  throw new UserError(
    `"${name}" is not a name for a stack`,
    'Expected 1 to 40 lowercase letters, digits and hyphens, such as --stack feature-1.',
  );
}

/**
 * The stack name of a folder, from the folder's name: `my-app` for /home/me/My App.
 * @param isTaken returns whether another folder uses the name; then a part of the path's hash is
 * added
 */
export function deriveStackName(folder: string, isTaken: (name: string) => boolean): string {
  const segments = basename(folder)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const name = segments.join('-').slice(0, MAX_DERIVED_LENGTH).replace(/-$/, '') || 'stack';
  if (!isTaken(name)) return name;
  return `${name}-${createHash('sha256').update(folder).digest('hex').slice(0, 5)}`;
}

/** A new stack name that includes this process's id, for a temporary stack. */
export function temporaryStackName(): string {
  return `${TEMPORARY}${randomBytes(4).toString('hex')}`;
}

/** Returns whether `temporaryStackName` made the name. */
export function isTemporaryStackName(name: string): boolean {
  return name.startsWith(TEMPORARY);
}
