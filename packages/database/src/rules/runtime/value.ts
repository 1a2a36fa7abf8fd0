/** The values that expressions have when rules run. */
import type { OBJECT, Snapshot } from './snapshot.ts';

/** JSON of `auth`. */
interface AuthObject {
  readonly [key: string]: unknown;
}

/** The variable `auth`; null for a client that is not signed in. */
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

/** What an expression evaluates to. An array is that of `auth`, or the argument of hasChildren. */
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
