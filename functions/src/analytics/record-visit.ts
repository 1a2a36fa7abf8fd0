import { shopDay } from '@savepoint/model/delivery-estimate';
import { addVisit, NO_VISITS, type VisitReport } from '@savepoint/model/visit';
import type { DocumentStore } from '../firestore/document-store.ts';
import { type VisitShard, visitShardPath } from './analytics-records.ts';

/**
 * Adds a visit to the counts of its day, anonymously and in one write. The caller picks `shard` at
 * random.
 */
export function recordVisit(
  store: DocumentStore,
  report: VisitReport,
  now: Date,
  shard: number,
): Promise<void> {
  const day = shopDay(now);
  const path = visitShardPath(day, shard);
  return store.runTransaction(async (transaction) => {
    const { days = {} } = (await transaction.get<VisitShard>(path)) ?? {};
    const counts = addVisit(days[day] ?? NO_VISITS, report);
    transaction.set(path, { days: { ...days, [day]: counts } } satisfies VisitShard);
  });
}
