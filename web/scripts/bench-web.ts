// Owns `npm run bench:web`: Lighthouse (mobile, simulated throttling) on home, listing and product of a running shop's
// production build, medians of five runs, and whether they meet the goals. Address: --url, or SAVEPOINT_HOSTING_URL.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';

const PATHS = ['/', '/shop', '/product/save-point-tee'];
const GOALS = { score: 100, lcpMs: 1300, tbtMs: 50, cls: 0.02 };
/** The shell is what the browser tests use, too. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const DEBUG_PORT_BASE = 41_000;
const DEBUG_PORTS = 4_000;

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

function medianOf(runs: readonly Figures[], name: keyof Figures): number {
  const sorted = runs.map((run) => run[name]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

let missed = 0;
for (const path of PATHS) {
  const runs: Figures[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) {
    const port = DEBUG_PORT_BASE + Math.floor(Math.random() * DEBUG_PORTS);
    const browser = await chromium.launch({
      executablePath: browserPath,
      args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--disable-quic'],
    });
    try {
      runs.push(await measure(origin + path, port));
    } finally {
      await browser.close();
    }
  }
  const score = medianOf(runs, 'score');
  const lcp = medianOf(runs, 'lcpMs');
  const tbt = medianOf(runs, 'tbtMs');
  const cls = medianOf(runs, 'cls');
  const isMet = score >= GOALS.score && lcp <= GOALS.lcpMs && tbt <= GOALS.tbtMs && cls <= GOALS.cls;
  if (!isMet) missed += 1;
  console.log(
    `${isMet ? 'meets ' : 'misses'}  ${path}  score ${score}, FCP ${Math.round(medianOf(runs, 'fcpMs'))} ms, LCP ${Math.round(lcp)} ms, TBT ${Math.round(tbt)} ms, CLS ${cls.toFixed(3)}`,
  );
}
process.exitCode = missed === 0 ? 0 : 1;
