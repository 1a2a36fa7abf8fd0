// `npm test`: the checks, all projects of vitest and the browser tests, one after another, because each of them uses all cores. Single suites
// are run with the tools themselves: `npx vitest --project rules`, `npx playwright test cart.spec.ts`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UserError } from '../kit/src/user-error.ts';
import { requireChromium } from './support/chromium.ts';
import { playwrightTests, type ReportedTest, vitestTests } from './support/test-reports.ts';

const ROOT = join(import.meta.dirname, '..');
const RESULTS = join(ROOT, 'test-results');
const SLOWEST_SHOWN = 10;
/** More skipped tests of one suite are not listed one by one: they have one reason, such as a missing account. */
const SKIPPED_SHOWN = 5;

interface Step {
  readonly name: string;
  readonly milliseconds: number;
  readonly tests: readonly ReportedTest[];
}

/** Runs a program to its end. Its output is the terminal's. */
async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

/** Runs a program and reads the tests from the report that it leaves. A program that fails without a failed test is one. */
async function step(
  name: string,
  command: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  read: () => ReportedTest[],
): Promise<Step> {
  console.log(`\n--- ${name} ---`);
  const startedAt = performance.now();
  const hasSucceeded = await run(command[0], command.slice(1), env);
  const tests = read();
  if (!hasSucceeded && !tests.some(({ outcome }) => outcome === 'failed')) {
    tests.push({ suite: name, title: `${command.join(' ')} succeeds`, outcome: 'failed', milliseconds: 0 });
  }
  return { name, milliseconds: performance.now() - startedAt, tests };
}

/** Runs a script of package.json as one test. */
function script(name: string): Promise<Step> {
  const startedAt = performance.now();
  let hasRun = false;
  return step(name, ['npm', 'run', '-s', name], {}, () => {
    hasRun = true;
    return [];
  }).then((result) => ({
    ...result,
    tests:
      hasRun && result.tests.length === 0
        ? [
            {
              suite: name,
              title: `npm run ${name}`,
              outcome: 'passed',
              milliseconds: performance.now() - startedAt,
            },
          ]
        : result.tests,
  }));
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
  const selection = values.shard === undefined ? [] : [`--shard=${values.shard}`];
  const steps: Step[] = [];
  if (values.shard === undefined || values.shard.startsWith('1/')) steps.push(await script('check'));
  const vitestReport = join(RESULTS, 'vitest.json');
  const vitest = [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ];
  steps.push(
    await step(
      'vitest',
      ['npx', ...vitest, ...selection, ...(values.changed ? ['--changed', '--passWithNoTests'] : [])],
      { SAVEPOINT_CHROMIUM: chromium },
      () => (existsSync(vitestReport) ? vitestTests(readFileSync(vitestReport, 'utf8'), ROOT) : []),
    ),
  );
  const playwrightReport = join(RESULTS, 'playwright.json');
  steps.push(
    await step(
      'browser tests',
      [
        'npx',
        'playwright',
        'test',
        ...selection,
        ...(values.changed ? ['--only-changed', '--pass-with-no-tests'] : []),
      ],
      { SAVEPOINT_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
      () => (existsSync(playwrightReport) ? playwrightTests(readFileSync(playwrightReport, 'utf8')) : []),
    ),
  );
  if (values.shard === undefined || values.shard.startsWith('1/'))
    steps.push(await script('check:deployment'));
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
