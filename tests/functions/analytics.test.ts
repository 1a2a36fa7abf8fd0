import { randomUUID } from 'node:crypto';
import type { DashboardResponse } from '@savepoint/model/dashboard';
import { lastShopDays, shopDay } from '@savepoint/model/delivery-estimate';
import type { OrderStatus } from '@savepoint/model/order';
import { VISIT_STEPS, type VisitReport } from '@savepoint/model/visit';
import * as fc from 'fast-check';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { describe, expect, it, vi } from 'vitest';
import { SHARDS } from '../../functions/src/analytics/analytics-records.ts';
import { countOrder } from '../../functions/src/analytics/count-order.ts';
import { readDashboard } from '../../functions/src/analytics/read-dashboard.ts';
import { recordVisit } from '../../functions/src/analytics/record-visit.ts';
import { firestoreDocumentStore } from '../../functions/src/firestore/firestore-document-store.ts';
import { runs } from '../support/search-runs.ts';
import { InMemoryDocumentStore } from './orders/in-memory-document-store.ts';
import { call, createUser, db, functionUrl } from './stack.ts';

const NOW = new Date('2026-11-27T15:00:00Z');
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

interface TestOrder {
  readonly id: string;
  readonly createdAt: Date;
  readonly status: OrderStatus;
  readonly totalCents: number;
  readonly discountCents: number;
  readonly refundedCents: number;
  readonly isMeasured: boolean;
  readonly lines: readonly { readonly id: string; readonly quantity: number }[];
  readonly timeline: readonly { readonly status: OrderStatus }[];
}

const orders = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  createdAt: fc.nat({ max: 70 }).map(daysAgo),
  totalCents: fc.nat({ max: 100_000 }),
  discountCents: fc.nat({ max: 1_000 }),
  refundedCents: fc.nat({ max: 1_000 }),
  isMeasured: fc.boolean(),
  lines: fc.array(
    fc.record({ id: fc.constantFrom('tee', 'mug'), quantity: fc.integer({ min: 1, max: 9 }) }),
    {
      maxLength: 3,
    },
  ),
  history: fc.constantFrom<readonly OrderStatus[]>(
    ['pending'],
    ['pending', 'paid'],
    ['pending', 'paid', 'packed', 'shipped'],
    ['pending', 'paid', 'cancelled', 'refunded'],
    ['pending', 'expired'],
    ['pending', 'expired', 'refunded'],
  ),
});
type Change = { readonly order: TestOrder } | { readonly deleted: string };
const changes = fc.array(
  fc.oneof(
    orders.map(
      ({ history, ...order }): Change => ({
        order: {
          ...order,
          status: history.at(-1) ?? 'pending',
          timeline: history.map((status) => ({ status })),
        },
      }),
    ),
    fc.constantFrom('a', 'b').map((deleted): Change => ({ deleted })),
  ),
  { maxLength: 15 },
);
const visits = fc.array(
  fc.record({
    at: fc.nat({ max: 70 }).map(daysAgo),
    report: fc.record<VisitReport>({
      steps: fc.uniqueArray(fc.constantFrom(...VISIT_STEPS)),
      searches: fc.array(
        fc.record({
          text: fc.constantFrom('cape', 'boots'),
          outcome: fc.constantFrom('nothing' as const, 'sold-out' as const),
        }),
        { maxLength: 2 },
      ),
    }),
  }),
  { maxLength: 10 },
);

/** The dashboard of the last 30 days, computed from events rather than from counts. */
function replay(all: readonly TestOrder[], visited: readonly { at: Date; report: VisitReport }[]) {
  const isSold = ({ timeline }: TestOrder) => timeline.some(({ status }) => status === 'paid');
  const period = (from: number, to: number) => {
    const days = lastShopDays(NOW, 60).slice(from, to);
    const sold = all.filter((order) => isSold(order) && days.includes(shopDay(order.createdAt)));
    const reports = visited.filter(({ at }) => days.includes(shopDay(at))).map(({ report }) => report);
    const sum = (pick: (order: TestOrder) => number) => sold.reduce((total, each) => total + pick(each), 0);
    const kept = sold.filter(({ status }) => status !== 'refunded').flatMap(({ lines }) => lines);
    const unitsOf = (id: string) =>
      kept.filter((line) => line.id === id).reduce((total, { quantity }) => total + quantity, 0);
    return {
      netCents: sum(({ totalCents, refundedCents }) => totalCents - refundedCents),
      orders: sold.length,
      averageCents: sold.length === 0 ? 0 : Math.round(sum(({ totalCents }) => totalCents) / sold.length),
      refundedCents: sum(({ refundedCents }) => refundedCents),
      discountCents: sum(({ discountCents }) => discountCents),
      paid: sold.filter(({ isMeasured }) => isMeasured).length,
      visits: reports.length,
      steps: VISIT_STEPS.map((step) => reports.filter(({ steps }) => steps.includes(step)).length),
      searches: reports.flatMap(({ searches }) => searches),
      units: { tee: unitsOf('tee'), mug: unitsOf('mug') },
    };
  };
  return { before: period(0, 30), now: period(30, 60) };
}

describe('the dashboard', { timeout: 120_000 }, () => {
  it('equals the replayed visits and orders, even with duplicate and late events', async () => {
    await fc.assert(
      fc.asyncProperty(changes, visits, fc.nat(), async (changed, visited, seed) => {
        const app = initializeApp({ projectId: `demo-${randomUUID()}` }, randomUUID());
        try {
          const firestore = getFirestore(app);
          const store = firestoreDocumentStore(firestore);
          const stored = new Map<string, TestOrder>();
          for (const [index, change] of changed.entries()) {
            if ('order' in change) {
              const { id, ...fields } = change.order;
              stored.set(id, change.order);
              await firestore.doc(`orders/${id}`).set(fields);
              if ((seed + index) % 3 > 0) await countOrder(store, id);
            } else {
              stored.delete(change.deleted);
              await firestore.doc(`orders/${change.deleted}`).delete();
            }
          }
          await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'a'].map((id) => countOrder(store, id)));
          for (const [index, { at, report }] of visited.entries())
            await recordVisit(store, report, at, (seed + index) % SHARDS);
          const { sales, funnel, bestSellers, failedSearches } = await readDashboard(
            firestore,
            'owner',
            30,
            NOW,
          );
          const expected = replay([...stored.values()], visited);
          const compare = <T>(pick: (numbers: typeof expected.now) => T) => ({
            now: pick(expected.now),
            before: pick(expected.before),
          });
          expect(sales).toMatchObject({
            netCents: compare(({ netCents }) => netCents),
            orders: compare((numbers) => numbers.orders),
            averageCents: compare(({ averageCents }) => averageCents),
            refundedCents: compare(({ refundedCents }) => refundedCents),
            discountCents: compare(({ discountCents }) => discountCents),
          });
          expect(sales?.days.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(expected.now.netCents);
          expect(funnel).toEqual({
            visits: compare((numbers) => numbers.visits),
            paid: compare(({ paid }) => paid),
            ...Object.fromEntries(
              VISIT_STEPS.map((step, index) => [step, compare(({ steps }) => steps[index])]),
            ),
          });
          const counted = Object.fromEntries(
            (failedSearches ?? []).map(({ text, ...counts }) => [text, counts]),
          );
          for (const text of ['cape', 'boots']) {
            const found = expected.now.searches.filter((search) => search.text === text);
            const nothingFound = found.filter(({ outcome }) => outcome === 'nothing').length;
            expect(counted[text] ?? { nothingFound: 0, soldOut: 0 }).toEqual({
              nothingFound,
              soldOut: found.length - nothingFound,
            });
          }
          for (const id of ['tee', 'mug'] as const)
            expect(bestSellers?.find(({ productId }) => productId === id)?.units.now ?? 0).toBe(
              expected.now.units[id],
            );
        } finally {
          await deleteApp(app);
        }
      }),
      { numRuns: runs(5) },
    );
  });

  it('reads about 60 documents for 180 days, regardless of the number of orders and visits', async () => {
    const read: string[] = [];
    const firestore = db();
    const getAll = firestore.getAll.bind(firestore);
    const spy = vi.spyOn(firestore, 'getAll').mockImplementation((...documents) => {
      read.push(...documents.flatMap((each) => ('path' in each ? [each.path] : [])));
      return getAll(...documents);
    });
    await readDashboard(firestore, 'owner', 90, NOW);
    spy.mockRestore();
    expect(read.length).toBeLessThanOrEqual(60);
    expect(new Set(read.map((path) => path.split('/')[0]))).toEqual(new Set(['visitCounts', 'salesCounts']));
  });
});

describe('recordVisit', () => {
  const post = (body: string, method = 'POST') =>
    fetch(functionUrl('recordVisit'), {
      method,
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      ...(method === 'POST' && { body }),
    });

  it('makes one write per visit', async () => {
    const store = new InMemoryDocumentStore();
    const written: string[] = [];
    store.onWritten = (path) => void written.push(path);
    await recordVisit(
      store,
      { steps: ['product'], searches: [{ text: 'cape', outcome: 'nothing' }] },
      NOW,
      2,
    );
    expect(written).toEqual(['visitCounts/2026-11-2']);
  });

  it("counts the report of a leaving browser for an owner's dashboard", {
    timeout: 60_000,
  }, async () => {
    const owner = await createUser({ role: 'owner' });
    const read = async () => {
      const { result } = await call<DashboardResponse>('readDashboard', { days: 7 }, owner.token);
      return result.funnel?.checkout.now ?? 0;
    };
    const before = await read();
    const report: VisitReport = { steps: ['product', 'checkout'], searches: [] };
    expect((await post(JSON.stringify(report))).status).toBe(204);
    expect(await read()).toBeGreaterThan(before);
  });

  it('rejects invalid and long reports, and other methods', async () => {
    for (const body of ['', '{', '{"steps":["paid"],"searches":[]}', `"${'x'.repeat(5000)}"`])
      expect((await post(body)).status).toBe(400);
    expect((await post('', 'GET')).status).toBe(405);
  });
});

describe('onSaleChanged', () => {
  it('counts an order once it is paid', { timeout: 60_000 }, async () => {
    const id = `sale-${randomUUID()}`;
    const order = { createdAt: new Date(), totalCents: 100, status: 'pending', timeline: [], lines: [] };
    await db().doc(`orders/${id}`).set(order);
    await db().doc(`orders/${id}`).update({ status: 'paid' });
    await vi.waitFor(
      async () =>
        expect((await db().doc(`countedOrders/${id}`).get()).data()).toMatchObject({
          day: shopDay(new Date()),
          counts: { orders: 1, totalCents: 100 },
        }),
      { timeout: 30_000, interval: 200 },
    );
    await db().doc(`orders/${id}`).delete();
  });
});
