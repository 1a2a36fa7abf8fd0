// Tests `--limits enforce` with a virtual clock and many commits to one document.
import { describe, expect, it } from 'vitest';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import type { Timers } from '../core/timers.ts';
import { Fields } from '../core/value.ts';
import { OWNER } from '../database/access-control.ts';
import type { Mutation } from '../database/mutation.ts';
import { MODEL } from '../limits/production-limits.ts';
import { FirestoreEmulator, type LimitsMode } from './firestore-emulator.ts';

const DATABASE = 'projects/p/databases/(default)';

/** An emulator whose time advances only in `run`. */
function simulated(limits: LimitsMode) {
  let nowMs = 1_800_000_000_000;
  let due: { readonly at: number; readonly callback: () => void }[] = [];
  const timers: Timers = {
    now: () => nowMs,
    after(ms, callback) {
      const timer = { at: nowMs + ms, callback };
      due.push(timer);
      return () => {
        due = due.filter((other) => other !== timer);
      };
    },
    turn: (callback) => void setImmediate(callback),
  };
  const emulator = new FirestoreEmulator({ limits, timers, clock: () => nowMs * 1000 });
  const startMs = nowMs;
  const settle = () => new Promise(setImmediate);
  return {
    database: emulator.database(DATABASE),
    emulator,
    elapsed: () => nowMs - startMs,
    async run() {
      for (await settle(); due.length > 0; await settle()) {
        due.sort((one, other) => one.at - other.at);
        const [next] = due.splice(0, 1) as [(typeof due)[number]];
        nowMs = next.at;
        next.callback();
      }
    },
  };
}

const write = (path: string, n: number): Mutation => ({
  ...{ kind: 'update', path, mask: undefined, transforms: [], precondition: undefined },
  fields: Object.assign(new Fields(), { n: BigInt(n) }),
});

/** Sends `count` commits at once. Resolves with the time and code of each result. */
async function sendAtOnce(limits: LimitsMode, count: number, pathOf: (n: number) => string, batch = 1) {
  const { database, run, elapsed, emulator } = simulated(limits);
  const ends: { readonly ms: number; readonly code: StatusCode }[] = [];
  for (let n = 0; n < count; n++) {
    const mutations = Array.from({ length: batch }, (_, index) => write(pathOf(n * batch + index), n));
    database
      .commit(mutations, OWNER)
      .then(() => StatusCode.OK)
      .catch((error) => (error instanceof RpcError ? error.code : Promise.reject(error)))
      .then((code) => ends.push({ ms: elapsed(), code }));
  }
  await run();
  const of = (code: StatusCode) => ends.filter((end) => end.code === code).map(({ ms }) => Math.round(ms));
  return {
    ok: of(StatusCode.OK),
    aborted: of(StatusCode.ABORTED),
    exhausted: of(StatusCode.RESOURCE_EXHAUSTED),
    emulator,
  };
}

describe('with --limits enforce', () => {
  it('a document accepts a burst of ten, then one commit a second, and aborts those that would wait too long', async () => {
    const { ok, aborted } = await sendAtOnce('enforce', 50, () => 'products/p1');
    const { commitMs } = MODEL;
    expect(ok.slice(0, 10)).toEqual(new Array(10).fill(commitMs));
    expect(ok.slice(10)).toEqual(Array.from({ length: 10 }, (_, n) => commitMs + (n + 1) * 1000));
    expect(aborted).toEqual(new Array(30).fill(0));
  });

  it('many documents accept as many commits at once', async () => {
    const { ok } = await sendAtOnce('enforce', 50, (n) => `orders/o${n}`);
    expect(ok).toEqual(new Array(50).fill(MODEL.commitMs));
  });

  it('a new collection accepts the traffic of one window and refuses more as RESOURCE_EXHAUSTED', async () => {
    const { ok, exhausted } = await sendAtOnce('enforce', 20, (n) => `orders/o${n}`, 500);
    expect(ok.length).toBe(12);
    expect(ok.at(-1)).toBe(MODEL.commitMs + 2000);
    expect(exhausted).toEqual(new Array(8).fill(0));
  });

  it('the report counts refused commits, in the rate, too', async () => {
    const one = await sendAtOnce('enforce', 50, () => 'products/p1');
    expect(one.emulator.limitsReport('p').findings).toMatchObject([
      { limit: 'document-writes', subject: 'products/p1', refused: one.aborted.length, peakPerSecond: 4.8 },
    ]);
    const many = await sendAtOnce('enforce', 20, (n) => `orders/o${n}`, 500);
    expect(many.emulator.limitsReport('p').findings).toMatchObject([
      { limit: 'key-range', subject: 'orders', refused: 8, peakPerSecond: 1000 },
    ]);
  });
});

it('--limits warn delays and refuses nothing but reports the document', async () => {
  const { ok, emulator } = await sendAtOnce('warn', 50, () => 'products/p1');
  expect(ok).toEqual(new Array(50).fill(0));
  expect(emulator.limitsReport('p').findings).toMatchObject([
    { limit: 'document-writes', subject: 'products/p1', peakPerSecond: 5 },
  ]);
});

it('--limits off observes nothing', async () => {
  const { emulator } = await sendAtOnce('off', 50, () => 'products/p1');
  expect(emulator.limitsReport('p')).toMatchObject({ mode: 'off', findings: [], heat: { documents: [] } });
});
