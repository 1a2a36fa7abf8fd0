// Reservations and refunds from before `nextAttemptAt` existed are in no list of due documents.
// This adds the field, once per database.
import type { OrderContext } from './order-context.ts';

const COLLECTIONS = [
  { collection: 'reservations', state: 'held' },
  { collection: 'refunds', state: 'pending' },
] as const;
const MIGRATION_PATH = 'migrations/scheduleAttempts';
const PAGE_SIZE = 100;

/**
 * The fields of a reservation or refund that decide when it is attempted; old ones may lack both.
 */
interface Attempted {
  readonly state: string;
  readonly attempts?: number;
  readonly nextAttemptAt?: Date;
}

/**
 * Schedules attempts for all unscheduled held reservations and pending refunds, as of now. Returns
 * their number.
 */
export async function scheduleAttempts(context: OrderContext): Promise<number> {
  if ((await context.store.get(MIGRATION_PATH)) !== null) return 0;
  let scheduled = 0;
  for (const query of COLLECTIONS) {
    let after: string | undefined;
    do {
      const page = await context.store.findInState({ ...query, limit: PAGE_SIZE, after });
      for (const { id, isScheduled } of page)
        if (!isScheduled && (await schedule(context, `${query.collection}/${id}`, query.state)))
          scheduled += 1;
      after = page.length === PAGE_SIZE ? page.at(-1)?.id : undefined;
    } while (after !== undefined);
  }
  await context.store.runTransaction(async (transaction) => {
    transaction.set(MIGRATION_PATH, { at: context.now(), scheduled });
  });
  return scheduled;
}

async function schedule(context: OrderContext, path: string, state: string): Promise<boolean> {
  return context.store.runTransaction(async (transaction) => {
    const document = await transaction.get<Attempted>(path);
    if (document === null || document.state !== state || document.nextAttemptAt !== undefined) return false;
    transaction.update(path, { nextAttemptAt: context.now(), attempts: document.attempts ?? 0 });
    return true;
  });
}
