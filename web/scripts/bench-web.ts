// `npm run bench:web`: Lighthouse (mobile, simulated throttling) on home, listing and product of a
// running production build, and the time until the page is hydrated on an emulated phone and
// network as slow as Lighthouse's. Medians of five runs. Fails if a goal is missed. The shop's URL:
// --url, or SAVEPOINT_HOSTING_URL. npm downloads Lighthouse on its first use.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type Browser, chromium } from 'playwright';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const PATHS = ['/', '/shop', '/product/save-point-tee'];
const GOALS = { score: 98, lcpMs: 1500, tbtMs: 150, cls: 0.02 };
/** The headless shell first, as for the browser tests. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
/** Lighthouse's mobile preset: slow 4G, and a quarter of this processor's speed. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  network: { latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 },
  cpuSlowdown: 4,
};
const DEBUG_PORT_BASE = 41_000;
const DEBUG_PORTS = 4_000;
const BROWSER_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic'];

const { values } = parseArgs({
  options: { url: { type: 'string' }, runs: { type: 'string', default: '5' } },
});
const origin = values.url ?? process.env.SAVEPOINT_HOSTING_URL;
if (origin === undefined) {
  console.error(
    'No URL given. Start a shop with npm start, then: npm run bench:web -- --url http://127.0.0.1:5002',
  );
  process.exit(1);
}

await fetch(origin).catch(() => {
  console.error(`There is no shop at ${origin}. Start one with npm start and wait for its table of URLs.`);
  process.exit(1);
});

const browserPath = process.env.SAVEPOINT_CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
if (browserPath === undefined) {
  console.error(
    `There is no browser at ${BROWSERS.join(' or ')}. Name one: SAVEPOINT_CHROMIUM=/path/to/chromium`,
  );
  process.exit(1);
}

/** A complete event of a Chromium trace. Times in microseconds; `tdur` is processor time. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

/**
 * Lighthouse's simulation: a phone is 4 times slower (layout: 2 times), and the time of a task
 * beyond 50 ms is blocking.
 */
const TASK_FACTOR = 4;
const LAYOUT_FACTOR = 2;
const LONG_TASK_MS = 50;

/**
 * Total blocking time in ms as Lighthouse simulates it, but computed from the processor time of
 * tasks. Lighthouse uses wall-clock time, which is many times longer on a busy machine.
 */
function processorBlockingMs(events: readonly TraceEvent[]): number {
  const paint = events.filter(({ name }) => name === 'firstContentfulPaint').at(-1);
  if (paint === undefined) return Number.NaN;
  const main = events
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === paint.pid && tid === paint.tid)
    .sort((a, b) => a.ts - b.ts);
  const layouts = main.filter(({ name }) => name === 'Layout');
  let end = paint.ts;
  let blockingMs = 0;
  for (const task of main) {
    const taskEnd = task.ts + (task.dur ?? 0);
    // Nested tasks are part of the outer one.
    if (!task.name.endsWith('RunTask') || task.ts < end) continue;
    end = taskEnd;
    const hasLayout = layouts.some(({ ts }) => ts >= task.ts && ts < taskEnd);
    const ms = ((task.tdur ?? 0) / 1000) * (hasLayout ? LAYOUT_FACTOR : TASK_FACTOR);
    blockingMs += Math.max(0, ms - LONG_TASK_MS);
  }
  return blockingMs;
}

interface Metrics {
  readonly score: number;
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly processorTbtMs: number;
  readonly cls: number;
}

/** A report of Lighthouse, as far as it is read here. */
interface Report {
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
  readonly categories: { readonly performance?: { readonly score: number | null } };
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}

async function measure(url: string, port: number): Promise<Metrics> {
  const folder = await mkdtemp(join(tmpdir(), 'savepoint-lighthouse-'));
  try {
    const flags = ['--only-categories=performance', '--form-factor=mobile', '--quiet', '--save-assets'];
    const output = [`--port=${port}`, '--output=json', `--output-path=${join(folder, 'run.json')}`];
    await promisify(execFile)('npm', ['exec', '--yes', '--', LIGHTHOUSE, url, ...flags, ...output], {
      maxBuffer: 16 * 1024 * 1024,
    });
    const { audits, categories } = await readJson<Report>(join(folder, 'run.json'));
    const trace = await readJson<{ readonly traceEvents: TraceEvent[] }>(join(folder, 'run-0.trace.json'));
    const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
    return {
      score: Math.round((categories.performance?.score ?? 0) * 100),
      fcpMs: value('first-contentful-paint'),
      lcpMs: value('largest-contentful-paint'),
      tbtMs: value('total-blocking-time'),
      processorTbtMs: processorBlockingMs(trace.traceEvents),
      cls: value('cumulative-layout-shift'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds from the navigation until the page is hydrated (web/src/app/layout.tsx). */
async function measureHydration(url: string, browser: Browser): Promise<number> {
  const page = await browser.newPage({ viewport: PHONE.viewport, isMobile: true, serviceWorkers: 'block' });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...PHONE.network });
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.cpuSlowdown });
  await page.goto(url, { waitUntil: 'commit' });
  const hydrated = await page.waitForFunction(
    () => document.documentElement.dataset.hydrated !== undefined && performance.now(),
  );
  return Number(await hydrated.jsonValue());
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function medianOf(runs: readonly Metrics[], name: keyof Metrics): number {
  return median(runs.map((run) => run[name]));
}

let missedGoals = 0;
for (const path of PATHS) {
  const runs: Metrics[] = [];
  const hydrations: number[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) {
    const port = DEBUG_PORT_BASE + Math.floor(Math.random() * DEBUG_PORTS);
    const browser = await chromium.launch({
      executablePath: browserPath,
      args: [`--remote-debugging-port=${port}`, ...BROWSER_ARGS],
    });
    try {
      runs.push(await measure(origin + path, port));
    } finally {
      await browser.close();
    }
    const slow = await chromium.launch({ executablePath: browserPath, args: BROWSER_ARGS });
    try {
      hydrations.push(await measureHydration(origin + path, slow));
    } finally {
      await slow.close();
    }
  }
  const score = medianOf(runs, 'score');
  const lcp = medianOf(runs, 'lcpMs');
  const tbt = medianOf(runs, 'tbtMs');
  const cls = medianOf(runs, 'cls');
  const isMet = score >= GOALS.score && lcp <= GOALS.lcpMs && tbt <= GOALS.tbtMs && cls <= GOALS.cls;
  if (!isMet) missedGoals += 1;
  console.log(
    `${isMet ? 'meets ' : 'misses'}  ${path}  score ${score}, FCP ${Math.round(medianOf(runs, 'fcpMs'))} ms, LCP ${Math.round(lcp)} ms, TBT ${Math.round(tbt)} ms (${Math.round(medianOf(runs, 'processorTbtMs'))} ms of processor time), CLS ${cls.toFixed(3)}; hydrated after ${(median(hydrations) / 1000).toFixed(1)} s`,
  );
}
process.exitCode = missedGoals === 0 ? 0 : 1;
