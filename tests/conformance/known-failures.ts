// Owns the known differences: cases that a door or an emulator may fail, each with its reason. A row that was seen
// fails the run when its case passes, so that the ledger stays true. Rows about Google's emulator are not seen: it is a
// download outside of npm and needs Java, so this suite was never run against it where the rows were written. They say
// what its public issues let one expect, with the issue; such a case is run, and skipped with the reason if it fails.
// Whoever runs the suite against Google's emulator (FIRESTORE_EMULATOR_HOST=host:port) should turn what fails into seen
// rows, and delete the rest.

import type { EmulatorUnderTest } from './emulator-under-test.ts';

export interface KnownFailure {
  /** Which emulator differs; all when absent, because the library is the reason. */
  readonly emulator?: EmulatorUnderTest['kind'];
  /** A door's name; all doors when absent. */
  readonly adapter?: string;
  readonly case: string;
  readonly reason: string;
  /** Whether the difference was observed by this suite, or is expected from what others report. */
  readonly evidence: 'seen' | 'reported';
}

const LITE_READS_STATUS =
  'the lite SDK reads only the HTTP status, and 400 (INVALID_ARGUMENT as Google maps it) is failed-precondition to it';

export const KNOWN_FAILURES: readonly KnownFailure[] = [
  {
    adapter: 'firebase/lite (REST)',
    case: 'refuses ids that are too long or reserved',
    reason: LITE_READS_STATUS,
    evidence: 'seen',
  },
  {
    adapter: 'firebase/lite (REST)',
    case: 'refuses a document above 1 MiB',
    reason: LITE_READS_STATUS,
    evidence: 'seen',
  },
  {
    emulator: 'other',
    case: 'refuses a document above 1 MiB',
    reason:
      'https://github.com/firebase/firebase-tools/issues/1899 (open): limits on documents were not enforced, and ' +
      'some are called hard to enforce',
    evidence: 'reported',
  },
  {
    emulator: 'other',
    case: 'refuses ids that are too long or reserved',
    reason: 'https://github.com/firebase/firebase-tools/issues/1899 (open): asks for all documented limits',
    evidence: 'reported',
  },
  {
    emulator: 'other',
    case: 'loses no update to concurrent transactions',
    reason:
      'https://github.com/firebase/firebase-tools/issues/6758 (open) and 1629 (open): transactions on one document ' +
      'wait for each other until "Transaction lock timeout", longer than a case may take',
    evidence: 'reported',
  },
];

/** The row for a case that may fail, if there is one. */
export function findKnownFailure(
  emulator: EmulatorUnderTest['kind'],
  door: string,
  name: string,
): KnownFailure | undefined {
  return KNOWN_FAILURES.find(
    (row) =>
      row.case === name &&
      (row.emulator === undefined || row.emulator === emulator) &&
      (row.adapter === undefined || row.adapter === door),
  );
}
