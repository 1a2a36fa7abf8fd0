// `npm run bench:web`: Lighthouse (mobile, simulated throttling) on home, listing and product of a running production build,
// and the time until the page is hydrated on an emulated phone and network as slow as Lighthouse's. Medians of five runs. Fails
// when a goal is missed. The shop's URL: --url, or SAVEPOINT_HOSTING_URL.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import lighthouse from 'lighthouse';
import { type Browser, chromium } from 'playwright';

const PATHS = ['/', '/shop', '/product/save-point-tee'];
const GOALS = { score: 100, lcpMs: 1300, tbtMs: 50, cls: 0.02 };
/** The headless shell first, which the browser tests use as well. */
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

interface Metrics {
  readonly score: number;
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
}

async function measure(url: string, port: number): Promise<Metrics> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance'],
    formFactor: 'mobile',
  });
  if (result === undefined) throw new Error(`Lighthouse returned no result for ${url}.`);
  const { audits, categories } = result.lhr;
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  return {
    score: Math.round((categories.performance?.score ?? 0) * 100),
    fcpMs: value('first-contentful-paint'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  };
}

/** Milliseconds from the navigation until the page is hydrated (web/src/app/hydrate.tsx). */
async function measureHydration(url: string, browser: Browser): Promise<number> {
  const page = await browser.newPage({ viewport: PHONE.viewport, isMobile: true, serviceWorkers: 'block' });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...PHONE.network });
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.cpuSlowdown });
  await page.addInitScript(() => {
    document.addEventListener('savepoint:hydrated', () => performance.mark('hydrated'));
  });
  await page.goto(url);
  const hydrated = await page.waitForFunction(() => performance.getEntriesByName('hydrated')[0]?.startTime);
  return (await hydrated.jsonValue()) ?? Number.NaN;
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
    `${isMet ? 'meets ' : 'misses'}  ${path}  score ${score}, FCP ${Math.round(medianOf(runs, 'fcpMs'))} ms, LCP ${Math.round(lcp)} ms, TBT ${Math.round(tbt)} ms, CLS ${cls.toFixed(3)}; hydrated after ${(median(hydrations) / 1000).toFixed(1)} s`,
  );
}
process.exitCode = missedGoals === 0 ? 0 : 1;
