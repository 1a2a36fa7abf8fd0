// An 'observed' failure whose case passes fails the suite, so that the list stays up to date.
// Failures of Google's emulator are 'reported': they are expected from its public issues, because
// it needs Java and a download outside of npm. A reported case is run, and skipped with the reason
// when it fails. When you run the suite against Google's emulator
// (FIRESTORE_EMULATOR_HOST=host:port), mark the cases that fail as 'observed' and delete the
// others.

import type { EmulatorUnderTest } from './emulator-under-test.ts';

/** A case that is expected to fail with an emulator or adapter. */
interface KnownFailure {
  /** The emulator; absent if the library is the reason. */
  readonly emulator?: EmulatorUnderTest['kind'];
  /** The name of the adapter; defaults to all adapters. */
  readonly adapter?: string;
  readonly case: string;
  readonly reason: string;
  /** Whether this suite observed the failure, or public reports suggest it. */
  readonly evidence: 'observed' | 'reported';
}

const LITE_READS_STATUS =
  'the lite SDK reads only the HTTP status, and 400 (INVALID_ARGUMENT as Google maps it) is failed-precondition to it';

const KNOWN_FAILURES: readonly KnownFailure[] = [
  {
    adapter: 'firebase/lite (REST)',
    case: 'gets invalid-argument for a document id that is too long or reserved',
    reason: LITE_READS_STATUS,
    evidence: 'observed',
  },
  {
    adapter: 'firebase/lite (REST)',
    case: 'gets invalid-argument for a document above 1 MiB',
    reason: LITE_READS_STATUS,
    evidence: 'observed',
  },
  {
    emulator: 'other',
    case: 'gets invalid-argument for a document above 1 MiB',
    reason:
      'https://github.com/firebase/firebase-tools/issues/1899 (open): limits on documents were not enforced, and ' +
      'some are called hard to enforce',
    evidence: 'reported',
  },
  {
    emulator: 'other',
    case: 'gets invalid-argument for a document id that is too long or reserved',
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

/** The known failure of the case `name` with this emulator and adapter, if any. */
export function findKnownFailure(
  emulator: EmulatorUnderTest['kind'],
  adapter: string,
  name: string,
): KnownFailure | undefined {
  return KNOWN_FAILURES.find(
    (failure) =>
      failure.case === name &&
      (failure.emulator === undefined || failure.emulator === emulator) &&
      (failure.adapter === undefined || failure.adapter === adapter),
  );
}
