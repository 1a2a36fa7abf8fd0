// `npm test`: the checks, all projects of vitest and the browser tests, one after another, because
// each of them uses all cores. Single suites are run with the tools themselves: `npx vitest
// --project rules`, `npx playwright test cart.spec.ts`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UserError } from '../packages/stack/src/user-error.ts';
import { requireChromium } from './support/chromium.ts';
import { playwrightTests, type ReportedTest, vitestTests } from './support/test-reports.ts';

const ROOT = join(import.meta.dirname, '..');
const RESULTS = join(ROOT, 'test-results');
const SLOWEST_SHOWN = 10;
/**
 * More skipped tests of one suite are not listed individually: they share a reason, such as a
 * missing account.
 */
const SKIPPED_SHOWN = 5;

interface Step {
  readonly name: string;
  readonly milliseconds: number;
  readonly tests: readonly ReportedTest[];
}

interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The tests of a program, once it has ended; a program without tests counts as one. */
  readonly tests?: () => ReportedTest[];
}

/**
 * Runs a program to completion, with its output in the terminal. One that fails without a failed
 * test counts as a failed test.
 */
async function runStep({ name, command, args, env, tests: read = () => [] }: Program): Promise<Step> {
  console.log(`\n--- ${name} ---`);
  const startedAt = performance.now();
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = (await once(child, 'close')) as [number | null];
  const milliseconds = performance.now() - startedAt;
  const tests = read();
  const itself = { suite: name, title: [command, ...args].join(' '), milliseconds };
  if (code !== 0 && !tests.some(({ outcome }) => outcome === 'failed')) {
    const title = `${itself.title} ended with ${code}, although no test failed: its output says why`;
    return { name, milliseconds, tests: [...tests, { ...itself, title, outcome: 'failed' }] };
  }
  return { name, milliseconds, tests: tests.length > 0 ? tests : [{ ...itself, outcome: 'passed' }] };
}

/** Runs a script of package.json. */
const runScript = (name: string) => runStep({ name, command: 'npm', args: ['run', '-s', name] });

/**
 * True if changed files affect a browser test. Otherwise Playwright would start the stacks for
 * nothing.
 */
function reachBrowserTests(): boolean {
  const { stdout } = spawnSync(
    'npx',
    ['playwright', 'test', '--list', '--only-changed', '--pass-with-no-tests'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  return !stdout.includes('Total: 0 tests');
}

function printSummary(steps: readonly Step[]): number {
  const tests = steps.flatMap((each) => each.tests);
  const suites = [...new Set(tests.map(({ suite }) => suite))];
  const count = (outcome: ReportedTest['outcome'], suite?: string) =>
    tests.filter((test) => test.outcome === outcome && (suite === undefined || test.suite === suite)).length;
  console.log('\nSuites (seconds are those of their tests, which run on two workers):');
  for (const suite of suites) {
    const seconds =
      tests.reduce((sum, test) => sum + (test.suite === suite ? test.milliseconds : 0), 0) / 1000;
    const skipped = count('skipped', suite);
    console.log(
      `${count('failed', suite) > 0 ? 'FAIL' : 'ok  '}  ${suite.padEnd(18)} ${count('passed', suite)} passed, ${count('failed', suite)} failed${skipped > 0 ? `, ${skipped} skipped` : ''}, ${seconds.toFixed(1)} s`,
    );
  }
  for (const suite of suites) {
    const skipped = tests.filter((test) => test.suite === suite && test.outcome === 'skipped');
    for (const { title } of skipped.slice(0, SKIPPED_SHOWN)) console.log(`skipped  ${suite}  ${title}`);
    if (skipped.length > SKIPPED_SHOWN)
      console.log(`skipped  ${suite}  and ${skipped.length - SKIPPED_SHOWN} more`);
  }
  console.log('\nSlowest tests:');
  const slowest = tests
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, SLOWEST_SHOWN);
  for (const { suite, title, milliseconds } of slowest) {
    console.log(`${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${suite}  ${title}`);
  }
  for (const { suite, title } of tests.filter(({ outcome }) => outcome === 'failed')) {
    console.log(`FAILED  ${suite}  ${title}`);
  }
  console.log(
    `\n${steps.map(({ name, milliseconds }) => `${name} ${(milliseconds / 1000).toFixed(0)} s`).join(', ')}`,
  );
  console.log(`${count('passed')} passed, ${count('failed')} failed`);
  return count('failed') === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { changed: { type: 'boolean' }, shard: { type: 'string' } },
    strict: true,
  });
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  const chromium = await requireChromium();
  const shard = values.shard === undefined ? [] : [`--shard=${values.shard}`];
  const isFirstShard = values.shard === undefined || values.shard.startsWith('1/');
  const vitestReport = join(RESULTS, 'vitest.json');
  const playwrightReport = join(RESULTS, 'playwright.json');
  const steps: Step[] = [];
  if (isFirstShard) steps.push(await runScript('check'));
  steps.push(
    await runStep({
      name: 'vitest',
      command: 'npx',
      args: [
        ...['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
        ...shard,
        ...(values.changed ? ['--changed', '--passWithNoTests'] : []),
      ],
      env: { SAVEPOINT_CHROMIUM: chromium },
      tests: () => (existsSync(vitestReport) ? vitestTests(readFileSync(vitestReport, 'utf8'), ROOT) : []),
    }),
  );
  if (!values.changed || reachBrowserTests()) {
    steps.push(
      await runStep({
        name: 'browser tests',
        command: 'npx',
        args: ['playwright', 'test', ...shard, ...(values.changed ? ['--only-changed'] : [])],
        env: { SAVEPOINT_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
        tests: () =>
          existsSync(playwrightReport) ? playwrightTests(readFileSync(playwrightReport, 'utf8')) : [],
      }),
    );
  }
  if (isFirstShard) steps.push(await runScript('check:deployment'));
  return printSummary(steps);
}

try {
  process.exitCode = await main();
} catch (error) {
  const isExpected =
    error instanceof UserError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}
