import { UserError } from '../user-error.ts';
import type { EmulatorName } from './define-config.ts';
import { EMULATORS } from './emulators.ts';
import { type SkippedPart, UNAVAILABLE } from './firebase-json.ts';
import { unknownName } from './unknown-name.ts';

/** The emulators, functions and sites named by `--only`. */
export interface Only {
  /** The value of the flag. */
  readonly text: string;
  readonly emulators: readonly EmulatorName[];
  /** Named emulators that do not run here, while others do. */
  readonly skipped: readonly SkippedPart[];
  /**
   * The functions to load, written as in `firebase deploy --only`: `NAME`, `GROUP`, `CODEBASE` or
   * `CODEBASE:NAME`; undefined for all.
   */
  readonly functions?: readonly string[];
  /** The deploy targets or ids of the sites to serve; undefined for all. */
  readonly sites?: readonly string[];
}

/** Emulators that have names in firebase-tools but start only with functions that need them. */
const WITH_FUNCTIONS: readonly string[] = ['pubsub', 'eventarc', 'tasks', 'extensions'];
/** After the colon: the selected part of an emulator. */
const PART = /^(functions|hosting|firestore|storage):(.+)$/;

/**
 * Parses `--only` like `firebase emulators:start`: `auth,firestore,functions:hello`.
 * @throws UserError when a name is not an emulator, none of them runs here, or one starts only with
 * functions and these are not named
 */
export function parseOnly(text: string): Only {
  const parts = text.split(',').map((part) => part.trim());
  const names = parts.map((part) => PART.exec(part)?.[1] ?? part);
  const emulators = EMULATORS.filter((name) => names.includes(name));
  const skipped = [...new Set(names)].flatMap((name) => {
    const reason = UNAVAILABLE[name];
    return reason === undefined ? [] : [{ name: `--only ${name}`, reason }];
  });
  for (const name of names) {
    const isKnown = isEmulator(name) || (WITH_FUNCTIONS.includes(name) && names.includes('functions'));
    if (isKnown || (UNAVAILABLE[name] !== undefined && emulators.length > 0)) continue;
    throw new UserError(
      `--only names "${name}": ${problemOf(name)}`,
      `Expected some of: ${EMULATORS.join(', ')}.`,
    );
  }
  const functions = partsOf('functions', parts);
  const sites = partsOf('hosting', parts);
  return { text, emulators, skipped, ...(functions && { functions }), ...(sites && { sites }) };
}

/** The selected parts of an emulator; undefined for the whole emulator. */
function partsOf(emulator: string, parts: readonly string[]): readonly string[] | undefined {
  const named = parts.map((part) => PART.exec(part)).filter((match) => match?.[1] === emulator);
  return named.length === 0 || parts.includes(emulator)
    ? undefined
    : named.map((match) => match?.[2] as string);
}

/**
 * Returns whether `--only` may select functions of a codebase. A name without a colon may be a
 * codebase, or functions in any codebase.
 */
export function mayHaveFunctions(
  { functions }: Pick<Only, 'functions'>,
  codebase: string,
  codebases: readonly string[],
): boolean {
  return (
    functions === undefined ||
    functions.some((each) => {
      const [first = '', name] = each.split(':');
      return first === codebase || (name === undefined && !codebases.includes(first));
    })
  );
}

/** @throws UserError when `--only` names an unknown site */
export function checkSites({ sites }: Pick<Only, 'sites'>, known: readonly string[]): void {
  const unknown = sites?.find((site) => !known.includes(site));
  if (unknown === undefined) return;
  throw unknownName('site of Hosting', unknown, known, 'firebase.json has them, as target or site.');
}

function isEmulator(name: string): name is EmulatorName {
  return EMULATORS.some((each) => each === name);
}

function problemOf(name: string): string {
  if (WITH_FUNCTIONS.includes(name)) {
    return 'it starts with the functions that need it, so name functions, too';
  }
  return UNAVAILABLE[name] ?? 'it is not an emulator';
}
