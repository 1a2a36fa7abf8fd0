import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listScheduledFunctions, nextRun, startScheduler } from './scheduler.ts';

const TRIGGER = {
  id: 'us-central1-expireOrders',
  name: 'expireOrders',
  region: 'us-central1',
  entryPoint: 'expireOrders',
  platform: 'gcfv2',
  schedule: { schedule: 'every 5 minutes', timeZone: 'Europe/Berlin' },
};
const FUNCTIONS = { port: 5001, projectId: 'demo-app' };
let runs: Headers[];
let triggers: object[];

async function functionsEmulator(url: string, init?: RequestInit): Promise<Response> {
  if (url.endsWith('/backends')) return Response.json({ backends: [{ functionTriggers: triggers }] });
  if (!/\/triggers\/[a-z0-9-]+-expireOrders-/.test(url)) return new Response(null, { status: 404 });
  runs.push(new Headers(init?.headers));
  return new Response('done');
}

beforeEach(() => {
  runs = [];
  triggers = [TRIGGER];
  vi.useFakeTimers({ now: new Date('2026-11-23T10:01:00Z') });
  vi.stubGlobal('fetch', functionsEmulator);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('startScheduler', () => {
  it('calls a scheduled function like Cloud Scheduler each time that it is due, until it is stopped', async () => {
    const lines: string[] = [];
    const scheduler = startScheduler(FUNCTIONS, (line) => lines.push(line));
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    scheduler.stop();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(runs.map((headers) => headers.get('x-cloudscheduler-scheduletime'))).toEqual([
      '2026-11-23T10:05:00.000Z',
      '2026-11-23T10:10:00.000Z',
    ]);
    expect(runs[0]?.get('x-cloudscheduler-jobname')).toBe('firebase-schedule-expireOrders-us-central1');
    expect(lines).toEqual(Array(2).fill('schedule expireOrders (every 5 minutes) ran: 200'));
  });

  it('runs a function in each of its regions', async () => {
    triggers = ['europe-west1', 'us-central1'].map((region) => ({
      ...TRIGGER,
      region,
      id: `${region}-expireOrders`,
    }));
    const scheduler = startScheduler(FUNCTIONS, () => undefined);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    scheduler.stop();
    expect(runs.map((headers) => headers.get('x-cloudscheduler-jobname')).sort()).toEqual([
      'firebase-schedule-expireOrders-europe-west1',
      'firebase-schedule-expireOrders-us-central1',
    ]);
  });

  it('does not run a function while its previous run continues', async () => {
    let finish = () => {};
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      const response = functionsEmulator(url, init);
      if (!url.endsWith('/backends'))
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      return response;
    });
    const scheduler = startScheduler(FUNCTIONS, () => undefined);
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect(runs).toHaveLength(1);
    finish();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    scheduler.stop();
    expect(runs).toHaveLength(2);
  });

  it('does not immediately run a function that is due after more than 24 days, the limit of a timer', async () => {
    triggers = [{ ...TRIGGER, schedule: { schedule: '1 of january 00:00', timeZone: 'UTC' } }];
    const scheduler = startScheduler(FUNCTIONS, () => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    scheduler.stop();
    expect(runs).toEqual([]);
  });

  it('reports an invalid schedule once and runs the other functions', async () => {
    const schedule = { schedule: '1st monday of quarter' };
    triggers = [{ ...TRIGGER, id: 'us-central1-report', entryPoint: 'report', schedule }, TRIGGER];
    const lines: string[] = [];
    const scheduler = startScheduler(FUNCTIONS, (line) => lines.push(line));
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    scheduler.stop();
    expect(runs).toHaveLength(1);
    expect(lines.filter((line) => line.includes('1st monday of quarter'))).toEqual([
      expect.stringMatching(
        /^schedule report does not run: The schedule "1st monday of quarter" \(UTC\) is not valid in/,
      ),
    ]);
  });
});

describe('a function that is scheduled without a time zone', () => {
  it.each([
    ['first', 'gcfv1', 'America/Los_Angeles'],
    ['second', 'gcfv2', 'UTC'],
  ])('has the time zone that a deployment would set, in the %s generation', async (_, platform, timeZone) => {
    const schedule = { schedule: 'every day 00:00', timeZone: null };
    triggers = [{ ...TRIGGER, platform, schedule }];
    expect(await listScheduledFunctions(FUNCTIONS)).toMatchObject([{ name: 'expireOrders', timeZone }]);
  });
});

describe('the next run of a schedule', () => {
  const after = new Date('2026-11-23T10:01:00Z');

  it('is in its time zone', () => {
    const next = nextRun({ schedule: 'every day 03:20', timeZone: 'Europe/Berlin' }, after);
    expect(next?.toISOString()).toBe('2026-11-24T02:20:00.000Z');
  });

  it('is null for a schedule that cannot run here', () => {
    expect(nextRun({ schedule: 'now and then', timeZone: 'UTC' }, after)).toBeNull();
  });
});
