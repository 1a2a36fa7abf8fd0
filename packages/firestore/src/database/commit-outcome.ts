import type { Micros } from '../core/commit-time.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import type { FieldValue } from '../core/value.ts';
import type { Change } from '../store/undo-log.ts';
import type { Principal } from './access-control.ts';

/** The result of one write of a commit. */
export interface WriteOutcome {
  /** The document after the write; undefined after a delete. */
  readonly document: StoredDocument | undefined;
  /** Undefined after a delete. */
  readonly updateTime: Micros | undefined;
  readonly transformResults: readonly FieldValue[];
}

/** The result of a commit, with one outcome per write. */
export interface CommitOutcome {
  readonly commitTime: Micros;
  readonly writes: readonly WriteOutcome[];
}

/** A commit with at least one change, for listeners and triggers. */
export interface Commit {
  readonly commitTime: Micros;
  readonly changes: readonly Change[];
  readonly principal: Principal;
}
