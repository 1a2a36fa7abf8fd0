// What the database asks of security rules. `src/rules` implements it.

import type { Node } from './node.ts';
import type { Path } from './path.ts';
import type { Query } from './query.ts';

/** The variable `auth` of rules; null for a client that is not signed in. */
export type Auth = Readonly<Record<string, unknown>> | null;

/** A read that is to be judged. */
export interface ReadRequest {
  readonly root: Node;
  readonly path: Path;
  readonly query: Query;
  readonly auth: Auth;
  /** The variable `now`. */
  readonly nowMs: number;
}

/**
 * A write that is to be judged: that of one path, also of an update of several, each of which is
 * judged with `newRoot` as all of them leave it.
 */
export interface WriteRequest {
  readonly root: Node;
  readonly newRoot: Node;
  readonly path: Path;
  readonly auth: Auth;
  /** The variable `now`, and every timestamp of the write. */
  readonly nowMs: number;
}

/** The answer; a denial has a reason for the developer. */
export type Decision = { readonly isAllowed: true } | { readonly isAllowed: false; readonly reason: string };

export const ALLOWED: Decision = { isAllowed: true };

/** Compiled rules. */
export interface Ruleset {
  /** The text that they were compiled from. */
  readonly text: string;
  /** The same as JSON, without comments: `{"rules": ...}`. */
  readonly json: unknown;
  judgeRead(request: ReadRequest): Decision;
  judgeWrite(request: WriteRequest): Decision;
  /** The names of the indexes that `.indexOn` declares at a path: child paths and `.value`. */
  indexesAt(path: Path): ReadonlySet<string>;
  /** Whether a write of data may change what `judgeRead` answers. */
  readonly readsDependOnData: boolean;
}

/** Why rules do not compile, from line 1 and column 1. */
export interface RulesIssue {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Compiles the text of database.rules.json, or says why it is none. */
export type CompileRules = (
  text: string,
) => { readonly ruleset: Ruleset } | { readonly issues: readonly RulesIssue[] };
