// Owns `npm run bench:web`: Lighthouse (mobile, simulated throttling) on home, listing and product of a running shop's
// production build, medians of five runs, and whether they meet the goals; then, on a phone and network as slow as those
// that Lighthouse simulates, when the page answers to clicks. Address: --url, or SAVEPOINT_HOSTING_URL.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import lighthouse from 'lighthouse';
import { type Browser, chromium } from 'playwright';

const PATHS = ['/', '/shop', '/product/save-point-tee'];
const GOALS = { score: 100, lcpMs: 1300, tbtMs: 50, cls: 0.02 };
/** The shell is what the browser tests use, too. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
/** What Lighthouse simulates: a slow 4G network, and a processor of a quarter of this one's speed. */
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
    'Which shop? Start one with npm start, then: npm run bench:web -- --url http://127.0.0.1:5002',
  );
  process.exit(1);
}

await fetch(origin).catch(() => {
  console.error(
    `No shop answers at ${origin}. Start one with npm start and wait for its table of addresses.`,
  );
  process.exit(1);
});

const browserPath = process.env.SAVEPOINT_CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
if (browserPath === undefined) {
  console.error(
    `There is no browser at ${BROWSERS.join(' or ')}. Name one: SAVEPOINT_CHROMIUM=/path/to/chromium`,
  );
  process.exit(1);
}

interface Figures {
  readonly score: number;
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
}

async function measure(url: string, port: number): Promise<Figures> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance'],
    formFactor: 'mobile',
  });
  if (result === undefined) throw new Error(`Lighthouse has nothing to say about ${url}.`);
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

/** Milliseconds from the navigation until what was pressed on the page is done (web/src/app/hydrate.tsx). */
async function measureAnswer(url: string, browser: Browser): Promise<number> {
  const page = await browser.newPage({ viewport: PHONE.viewport, isMobile: true, serviceWorkers: 'block' });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...PHONE.network });
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.cpuSlowdown });
  await page.addInitScript(() => {
    document.addEventListener('savepoint:hydrated', () => performance.mark('answers'));
  });
  await page.goto(url);
  const answered = await page.waitForFunction(() => performance.getEntriesByName('answers')[0]?.startTime);
  return (await answered.jsonValue()) ?? Number.NaN;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function medianOf(runs: readonly Figures[], name: keyof Figures): number {
  return median(runs.map((run) => run[name]));
}

let missed = 0;
for (const path of PATHS) {
  const runs: Figures[] = [];
  const answers: number[] = [];
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
      answers.push(await measureAnswer(origin + path, slow));
    } finally {
      await slow.close();
    }
  }
  const score = medianOf(runs, 'score');
  const lcp = medianOf(runs, 'lcpMs');
  const tbt = medianOf(runs, 'tbtMs');
  const cls = medianOf(runs, 'cls');
  const isMet = score >= GOALS.score && lcp <= GOALS.lcpMs && tbt <= GOALS.tbtMs && cls <= GOALS.cls;
  if (!isMet) missed += 1;
  console.log(
    `${isMet ? 'meets ' : 'misses'}  ${path}  score ${score}, FCP ${Math.round(medianOf(runs, 'fcpMs'))} ms, LCP ${Math.round(lcp)} ms, TBT ${Math.round(tbt)} ms, CLS ${cls.toFixed(3)}; answers after ${(median(answers) / 1000).toFixed(1)} s`,
  );
}
process.exitCode = missed === 0 ? 0 : 1;
