import { UserError } from '../user-error.ts';
import type { EmulatorName } from './define-config.ts';
import { EMULATORS } from './emulators.ts';
import { type SkippedPart, UNAVAILABLE } from './firebase-json.ts';

/** What `--only` asks for. */
export interface Only {
  /** The text of the flag. */
  readonly text: string;
  readonly emulators: readonly EmulatorName[];
  /** Those that do not run here, where others do. */
  readonly skipped: readonly SkippedPart[];
}

/** Emulators that firebase-tools names apart and that start with the functions which need them. */
const WITH_FUNCTIONS: readonly string[] = ['pubsub', 'eventarc', 'tasks'];

/**
 * Reads the value of `--only`, as `firebase emulators:start` takes it: `auth,firestore`.
 * @throws UserError when a name is no emulator, none of them runs here, or one starts with
 *   functions that are not named
 */
export function parseOnly(text: string): Only {
  const names = text.split(',').map((name) => name.trim());
  const emulators = names.filter(isEmulator);
  const skipped = names.flatMap((name) => {
    const reason = UNAVAILABLE[name];
    return reason === undefined ? [] : [{ name: `--only ${name}`, reason }];
  });
  for (const name of names) {
    const isKnown = isEmulator(name) || (WITH_FUNCTIONS.includes(name) && names.includes('functions'));
    if (isKnown || (UNAVAILABLE[name] !== undefined && emulators.length > 0)) continue;
    throw new UserError(
      `--only names "${name}": ${problemOf(name)}`,
      `Name some of: ${EMULATORS.join(', ')}.`,
    );
  }
  return { text, emulators, skipped };
}

function isEmulator(name: string): name is EmulatorName {
  return EMULATORS.some((each) => each === name);
}

function problemOf(name: string): string {
  if (WITH_FUNCTIONS.includes(name)) {
    return 'it starts with functions that need it, and functions are not named';
  }
  if (name.startsWith('functions:')) return 'all functions of the project start';
  return UNAVAILABLE[name] ?? 'this is no emulator';
}
