import { parseArgs } from 'node:util';
import { AREA_NAMES } from './areas.ts';
import type { AreaName } from './parity-case.ts';

/** The flags of `npm run parity`. */
export interface ParityOptions {
  readonly minutes: number;
  /** Ends earlier, after this many blocks of cases. No flag sets it. */
  readonly blocks?: number;
  readonly seed: number;
  readonly areas: readonly AreaName[];
  /** The number of concurrent cases. */
  readonly lanes: number;
  /** The port of Google's emulator; defaults to a free one. */
  readonly port: number | undefined;
  /** Whether to write the counts into docs/parity.md. */
  readonly writeDocs: boolean;
  /**
   * Whether to run the corpus on Google's emulator and store its responses, instead of random
   * cases.
   */
  readonly record: boolean;
}

/** A flag that cannot be used. The message is one line. */
export class OptionsError extends Error {}

function positive(flag: string, text: string, isInteger: boolean): number {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number) && (!isInteger || Number.isInteger(number))) return number;
  throw new OptionsError(`--${flag} ${text}: expected a positive ${isInteger ? 'integer' : 'number'}.`);
}

function toArea(name: string): AreaName {
  if (AREA_NAMES.includes(name as AreaName)) return name as AreaName;
  throw new OptionsError(`--area ${name}: expected one of ${AREA_NAMES.join(', ')}.`);
}

/** Reads the flags. Throws OptionsError for one that is unknown or has a wrong value. */
export function readOptions(args: readonly string[]): ParityOptions {
  const { values } = parse(args);
  return {
    minutes: positive('minutes', values.minutes, false),
    seed: positive('seed', values.seed, true),
    areas: (values.area ?? AREA_NAMES).map(toArea),
    lanes: positive('lanes', values.lanes, true),
    port: values.port === undefined ? undefined : positive('port', values.port, true),
    writeDocs: values['write-docs'],
    record: values.record,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string', default: '5' },
        seed: { type: 'string', default: `${1 + (Date.now() % 1_000_000)}` },
        area: { type: 'string', multiple: true },
        lanes: { type: 'string', default: '4' },
        port: { type: 'string' },
        'write-docs': { type: 'boolean', default: false },
        record: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new OptionsError((error as Error).message.split('\n')[0]);
  }
}
