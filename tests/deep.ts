// `npm run test:deep`: the tests of vitest with ten times as many cases of each random search, then
// searches that need minutes or programs that few machines have: differences from Google's
// emulator, damaged storage, races of orders, deaths of workers, and ten thousand simulated drops.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { findReference } from './parity/reference.ts';

const SEED = String(randomInt(1, 1_000_000));

/** Small drops with more faults than a day has; a seed that fails is printed, and shrunk. */
const SIMULATED_DROPS = [
  ...['npm', 'run', '-s', 'simulate', '--', '--seed', SEED, '--seeds', '3334', '--way', 'order,line,draw'],
  ...['--shoppers', '30', '--units', '8', '--instances', '5', '--concurrency', '3', '--level', 'high'],
];

const reference = findReference();
const steps: readonly (readonly string[])[] = [
  ['npx', 'vitest', 'run'],
  ['npx', 'playwright', 'test', 'chunk-failures.spec.ts'],
  ...('missing' in reference ? [] : [['npm', 'run', '-s', 'parity', '--', '--seed', SEED]]),
  ['npm', 'run', '-s', 'fault:storage', '--', '--seed', SEED],
  ['npm', 'run', '-s', 'fault:storage', '--', '--locks'],
  ['npm', 'run', '-s', 'fault:orders', '--', '--seed', SEED],
  ['npm', 'run', '-s', 'fault:data', '--', '--seed', SEED],
  ['npm', 'run', '-s', 'fault:workers', '--', '--seed', SEED],
  SIMULATED_DROPS,
];

if ('missing' in reference) console.log(`Skipped: parity. ${reference.missing}.`);
const failed = steps.filter(([command = '', ...args]) => {
  console.log(`\n--- ${[command, ...args].join(' ')} ---`);
  const { status } = spawnSync(command, args, {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...process.env, SAVEPOINT_DEEP: '10' },
  });
  return status !== 0;
});
for (const step of failed) console.error(`FAILED  ${step.join(' ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
