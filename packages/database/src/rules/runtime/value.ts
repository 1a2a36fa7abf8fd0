/** The run-time values of expressions. */
import type { OBJECT, Snapshot } from './snapshot.ts';

/** The JSON of `auth`. */
interface AuthObject {
  readonly [key: string]: unknown;
}

/** The variable `auth`; null for a signed-out client. */
export type Auth = AuthObject | null;

/** The properties of `query` in rules. */
export interface QueryValue {
  readonly orderByKey: boolean;
  readonly orderByPriority: boolean;
  readonly orderByValue: boolean;
  readonly orderByChild: string | null;
  readonly startAt: string | number | boolean | null;
  readonly endAt: string | number | boolean | null;
  readonly equalTo: string | number | boolean | null;
  readonly limitToFirst: number | null;
  readonly limitToLast: number | null;
}

/**
 * The result of evaluating an expression. An array comes from `auth`, or is the argument of
 * hasChildren.
 */
export type RulesValue =
  | null
  | boolean
  | number
  | string
  | typeof OBJECT
  | AuthObject
  | readonly unknown[]
  | Snapshot
  | QueryValue;
