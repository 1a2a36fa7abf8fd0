// The account is passed to everything that changes state. There is no global state, so one process
// can run several emulators.

import type { Clock } from '@savepoint/server/core/clock';
import type { IdGenerator } from '../core/ids.ts';
import type { EventLog } from './event-log.ts';
import type { Store } from './store.ts';

/** One Stripe account: its clock, ids, stored objects and events. */
export interface Account {
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly store: Store;
  readonly events: EventLog;
  /** The base URL of the hosted pages, without a trailing slash. */
  readonly publicUrl: () => string;
}
