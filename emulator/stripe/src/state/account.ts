// Owns the one object that stands for "the account": its clock, ids, state and event log. Everything that changes
// state is handed an account; nothing is global.

import type { Clock } from '@savepoint/emulator-shared/core/clock';
import type { IdGenerator } from '../core/ids.ts';
import type { EventLog } from './event-log.ts';
import type { Store } from './store.ts';

/** What the rest of the package works on. */
export interface Account {
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly store: Store;
  readonly events: EventLog;
  /** Where the hosted pages are, without a trailing slash. */
  readonly publicUrl: () => string;
}
