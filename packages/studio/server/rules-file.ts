import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** New rules, and the text on which the edit was based. */
interface RulesChange {
  readonly base: string;
  readonly content: string;
}

/** The rules were not written; `status` is that of the response. */
export class RulesFileError extends Error {
  readonly status: 400 | 404 | 409;

  constructor(status: 400 | 404 | 409, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Reads a rules file.
 * @throws RulesFileError
 */
export function readRulesFile(file: string): string {
  if (!isAbsolute(file)) throw new RulesFileError(404, 'This stack has no rules file.');
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new RulesFileError(404, `The rules file cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Replaces the whole rules file, if it has not changed since the edit began.
 * @throws RulesFileError
 */
export function saveRulesFile(file: string, value: unknown): void {
  const { base, content } = (value ?? {}) as Partial<RulesChange>;
  if (typeof base !== 'string' || typeof content !== 'string') {
    throw new RulesFileError(400, 'Expected {"base": "...", "content": "..."}.');
  }
  if (readRulesFile(file) !== base) {
    throw new RulesFileError(
      409,
      'The rules file has changed since you began. Discard your edits, or merge them by hand.',
    );
  }
  // Renames a complete file, so that the emulator never reads a partial one. A symbolic link is
  // kept.
  const target = realpathSync(file);
  const written = `${target}.studio`;
  writeFileSync(written, content, { mode: statSync(target).mode });
  renameSync(written, target);
}
