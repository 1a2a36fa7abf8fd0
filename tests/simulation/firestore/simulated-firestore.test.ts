import { describe, expect, it } from 'vitest';
import type { DocumentStore } from '../../../functions/src/firestore/document-store.ts';
import { Simulation } from '../kernel/simulation.ts';
import { FIRESTORE } from '../production.ts';
import { type Connection, SimulatedFirestore } from './simulated-firestore.ts';

interface Counter {
  readonly count: number;
}

/** A Firestore, and a task that each test runs in it. */
function open(hasLimits = false) {
  const simulation = new Simulation(1);
  const aborted: string[] = [];
  const observer = { committed: () => undefined, aborted: (path: string) => void aborted.push(path) };
  const firestore = new SimulatedFirestore(simulation, observer, hasLimits);
  const usage = { reads: 0, writes: 0 };
  const client = (changes: Partial<Connection> = {}) =>
    firestore.client({ carry: (request) => request(), usage, isReplyLost: () => false, ...changes });
  return { simulation, firestore, aborted, usage, client };
}

function increment(store: DocumentStore, path: string): Promise<void> {
  return store.runTransaction(async (transaction) => {
    const before = await transaction.get<Counter>(path);
    transaction.set(path, { count: (before?.count ?? 0) + 1 });
  });
}

describe('SimulatedFirestore', () => {
  it('loses no increment of 30 transactions at once, and aborts some of them', async () => {
    const { simulation, firestore, aborted, client } = open();
    for (let n = 0; n < 30; n += 1) simulation.spawn(() => increment(client(), 'counters/a'));
    await simulation.run();
    expect(firestore.peek('counters/a')).toEqual({ count: 30 });
    expect(aborted).toContain('counters/a');
  });

  it('runs the work of a commit again whose response was lost', async () => {
    const { simulation, firestore, client } = open();
    let lost = 0;
    simulation.spawn(() => increment(client({ isReplyLost: () => ++lost === 1 }), 'counters/a'));
    await simulation.run();
    expect(firestore.peek('counters/a')).toEqual({ count: 2 });
  });

  it('writes all of a transaction or, when a document to update is missing, nothing', async () => {
    const { simulation, firestore, client } = open();
    simulation.spawn(async () => {
      const write = client().runTransaction(async (transaction) => {
        transaction.set('counters/a', { count: 1 });
        transaction.update('counters/missing', { count: 1 });
      });
      await expect(write).rejects.toThrow('No document to update');
    });
    await simulation.run();
    expect(firestore.peek('counters/a')).toBeUndefined();
  });

  it('rejects a read after a write, and gives out documents that cannot be changed', async () => {
    const { simulation, firestore, client } = open();
    firestore.seed('counters/a', { nested: { count: 1 }, none: undefined });
    simulation.spawn(async () => {
      const late = client().runTransaction(async (transaction) => {
        transaction.set('counters/b', {});
        await transaction.get('counters/a');
      });
      await expect(late).rejects.toThrow('after a write');
      const document = await client().get<{ nested: { count: number } }>('counters/a');
      expect(document).toEqual({ nested: { count: 1 } });
      expect(() => Object.assign((document as { nested: object }).nested, { count: 2 })).toThrow(TypeError);
    });
    await simulation.run();
  });

  it('creates a document once', async () => {
    const { simulation, firestore, client } = open();
    const created: boolean[] = [];
    for (const count of [1, 2])
      simulation.spawn(async () => void created.push(await client().create('counters/a', { count })));
    await simulation.run();
    expect(created.sort()).toEqual([false, true]);
    expect(firestore.peekCollection('counters').size).toBe(1);
  });

  it('sustains one write of a document a second after a burst of ten', async () => {
    const { simulation, firestore, client } = open(true);
    simulation.spawn(async () => {
      for (let n = 0; n < 15; n += 1) await increment(client(), 'counters/a');
    });
    await simulation.run();
    expect(firestore.peek('counters/a')).toEqual({ count: 15 });
    expect(simulation.now).toBeGreaterThan(4000);
    expect(simulation.now).toBeLessThan(7000);
  });

  it('lets others write what a dead instance has read once its transaction has expired', async () => {
    const { simulation, firestore, client } = open();
    let requests = 0;
    const never = new Promise<never>(() => undefined);
    const diesAfterRead = client({ carry: async (request) => (requests++ === 0 ? request() : never) });
    simulation.spawn(async () => {
      simulation.spawn(() => increment(diesAfterRead, 'counters/a'));
      await simulation.sleep(100);
      await increment(client(), 'counters/a');
      expect(simulation.now).toBeGreaterThan(FIRESTORE.idleTransactionMs);
    });
    await simulation.run();
    expect(firestore.peek('counters/a')).toEqual({ count: 1 });
  });
});
