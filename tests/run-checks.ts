// `npm run check`: all checks in parallel. The output of each is printed as a whole when it ends.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = join(import.meta.dirname, '..');
/** Scripts of package.json; longest first. */
const CHECKS = [
  'check:types',
  'check:imports',
  'check:format',
  'check:unused',
  'check:width',
  'check:rules',
] as const;

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

/** Runs a script in a shell, as npm does, and returns whether it succeeded. */
async function run(name: string): Promise<boolean> {
  const startedAt = performance.now();
  const child = spawn(`${scripts[name]} 2>&1`, {
    cwd: ROOT,
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}` },
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const output = (await text(child.stdout)).trimEnd();
  const isOk = (await exit) === 0;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${isOk ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)${output === '' ? '' : `\n${output}\n`}`);
  return isOk;
}

const outcomes = await Promise.all(CHECKS.map(async (name) => ({ name, isOk: await run(name) })));
const failed = outcomes.filter(({ isOk }) => !isOk).map(({ name }) => name);
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
