// `npm run simulate -- --seed 7 --shoppers 1000 --units 20`: a drop in virtual time. The present
// stock, all sizes in the product's document, is the bad example. Fails when the books do not
// balance. --log FILE writes the log, which is the same for the same seed.
import { closeSync, openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runSimulation } from './run-simulation.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    shoppers: { type: 'string', default: '1000' },
    units: { type: 'string', default: '20' },
    instances: { type: 'string', default: '10' },
    concurrency: { type: 'string', default: '80' },
    log: { type: 'string' },
  },
});

function count(name: 'seed' | 'shoppers' | 'units' | 'instances' | 'concurrency'): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= (name === 'seed' || name === 'units' ? 0 : 1)) return value;
  console.error(`--${name} is "${values[name]}": expected a whole number.`);
  process.exit(1);
}

const options = {
  seed: count('seed'),
  shoppers: count('shoppers'),
  units: count('units'),
  instances: count('instances'),
  concurrency: count('concurrency'),
};
const file = values.log === undefined ? undefined : openSync(values.log, 'w');
const before = process.cpuUsage();
const result = await runSimulation({
  ...options,
  ...(file !== undefined && { log: (line: string) => void writeSync(file, line) }),
});
if (file !== undefined) closeSync(file);
const { user, system } = process.cpuUsage(before);
const seconds = (user + system) / 1e6;
const { books, outcomes, answerMs } = result;
const list = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, number]) => `${number} ${name}`)
    .join(', ');
console.log(
  [
    `Drop of ${options.units} units, ${options.shoppers} shoppers, ${options.instances} instances, seed ${options.seed}`,
    `  stock           in one document: the present design, as the bad example`,
    `  shoppers        ${list(outcomes)}`,
    `  orders          ${list(books.orders)}; ${books.unitsSold} units sold, ${books.unitsLeft} left`,
    `  answers         half in ${answerMs.p50} ms, 95 % in ${answerMs.p95} ms, 99 % in ${answerMs.p99} ms`,
    `  sold out        ${result.soldOutAfterSeconds === undefined ? 'never said' : `first said after ${result.soldOutAfterSeconds.toFixed(1)} s`}`,
    `  Firestore       ${result.readsPerShopper.toFixed(1)} reads, ${result.writesPerShopper.toFixed(1)} writes a shopper; ${result.aborted} ABORTED, ${result.exhausted} RESOURCE_EXHAUSTED`,
    `  hottest         ${result.hottest.map(({ path, peakPerSecond }) => `${path} (${peakPerSecond.toFixed(1)} a second)`).join(', ')}`,
    `  virtual time    ${(result.virtualSeconds / 60).toFixed(0)} minutes in ${seconds.toFixed(1)} s of one core; ${result.events.toLocaleString('en')} events, a million would take ${((seconds / result.events) * 1e6).toFixed(0)} s`,
    `  log             sha256 ${result.logDigest}`,
    books.problems.length === 0
      ? '  books           balance'
      : `  books           do NOT balance:\n${books.problems.map((line) => `    ${line}`).join('\n')}`,
  ].join('\n'),
);
process.exitCode = books.problems.length === 0 ? 0 : 1;
