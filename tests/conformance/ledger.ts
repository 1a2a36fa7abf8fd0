// Owns the known differences: cases that a door or an emulator may fail, each with its reason. A row whose case passes
// fails the run, so that the ledger stays true.

import type { EmulatorUnderTest } from './emulator-under-test.ts';

export interface LedgerRow {
  /** Which emulator differs; all when absent, because the library is the reason. */
  readonly emulator?: EmulatorUnderTest['kind'];
  /** A door's name; all doors when absent. */
  readonly door?: string;
  readonly case: string;
  readonly reason: string;
}

const LITE_READS_STATUS =
  'the lite SDK reads only the HTTP status, and 400 (INVALID_ARGUMENT as Google maps it) is failed-precondition to it';

export const LEDGER: readonly LedgerRow[] = [
  {
    door: 'firebase/lite (REST)',
    case: 'refuses ids that are too long or reserved',
    reason: LITE_READS_STATUS,
  },
  { door: 'firebase/lite (REST)', case: 'refuses a document above 1 MiB', reason: LITE_READS_STATUS },
];

/** The reason why a case may fail, if there is one. */
export function knownDifference(
  emulator: EmulatorUnderTest['kind'],
  door: string,
  name: string,
): string | undefined {
  return LEDGER.find(
    (row) =>
      row.case === name &&
      (row.emulator === undefined || row.emulator === emulator) &&
      (row.door === undefined || row.door === door),
  )?.reason;
}
