// Works through documents that wait for an attempt. Each attempt is claimed first, which postpones
// the document by its back-off: a failing or crashing one never holds up the rest, and concurrent
// runs do not repeat work.
import type { DueDocument } from '../firestore/document-store.ts';
import { nextAttemptTime } from './back-off.ts';
import type { OrderContext } from './order-context.ts';

const PAGE_SIZE = 100;
/** Three lists fit into the time limit of the scheduled function. */
const RUN_BUDGET_MS = 120_000;

/** The outcome of an attempt: `skipped` if the document was no longer due. */
export type AttemptOutcome = 'done' | 'failed' | 'skipped';

interface DueRun {
  readonly done: number;
  readonly failed: number;
  /**
   * True if time ran out before the list was finished. The next run continues, because the list is
   * sorted by due time.
   */
  readonly hasMore: boolean;
}

/**
 * Runs `attempt` for every document that is due, for two minutes at most. An attempt that rejects
 * is logged and counts as failed.
 */
export async function processDue(
  context: OrderContext,
  { collection, state }: { readonly collection: string; readonly state: string },
  attempt: (id: string) => Promise<AttemptOutcome>,
): Promise<DueRun> {
  const startedAt = context.now();
  const counts = { done: 0, failed: 0, skipped: 0 };
  let after: DueDocument | undefined;
  let page: DueDocument[];
  do {
    page = await context.store.findDue({ collection, state, dueBy: startedAt, limit: PAGE_SIZE, after });
    for (const { id } of page) {
      if (context.now().getTime() - startedAt.getTime() > RUN_BUDGET_MS) return { ...counts, hasMore: true };
      try {
        counts[await attempt(id)] += 1;
      } catch (error) {
        counts.failed += 1;
        context.warn('attempt-failed', { collection, id }, error);
      }
    }
    after = page.at(-1);
  } while (page.length === PAGE_SIZE);
  return { ...counts, hasMore: false };
}

/**
 * Claims the next attempt of a document: counts it and postpones the document by its back-off.
 * Undefined if the document is not in this state or not due.
 */
export function claimAttempt<T extends { state: string; attempts: number; nextAttemptAt?: Date }>(
  context: OrderContext,
  path: string,
  state: T['state'],
): Promise<T | undefined> {
  return context.store.runTransaction(async (transaction) => {
    const document = await transaction.get<T>(path);
    const now = context.now();
    if (document === null || document.state !== state) return undefined;
    if (document.nextAttemptAt === undefined || document.nextAttemptAt > now) return undefined;
    const attempts = document.attempts + 1;
    const claimed = { attempts, nextAttemptAt: nextAttemptTime(attempts, now) };
    transaction.update(path, claimed);
    return { ...document, ...claimed };
  });
}
