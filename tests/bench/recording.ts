// What recording costs: the same orders on two stacks of the shop, one that records and one that
// does not (SAVEPOINT_EVENT_LOG=0), in turns. Compared are the medians of the rounds: the CPU time
// of all processes of a stack, which other programs of the machine do not change, and the time that
// passes. Fails at 5 % or more CPU time.
//
//   npm run bench:recording -- [--orders 500] [--round 25]
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Round } from './recording/place-orders.ts';

const LIMIT = 0.05;
const START_TIMEOUT_MS = 600_000;
const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '500' }, round: { type: 'string', default: '25' } },
});
const [orders, perRound] = [Number(values.orders), Number(values.round)];
if (!(Number.isInteger(orders / perRound) && perRound > 0)) {
  throw new Error(`--orders ${values.orders} --round ${values.round}: expected a whole number of rounds.`);
}

/** A stack on which orders can be placed. */
interface Lane {
  readonly name: string;
  readonly child: ChildProcess;
  readonly rounds: Round[];
  place(count: number): Promise<Round>;
}

async function startLane(name: string, env: Record<string, string>): Promise<Lane> {
  const command = [process.execPath, fromRoot('tests/bench/recording/place-orders.ts')];
  const child = spawn(
    process.execPath,
    [
      fromRoot('packages/savepoint/bin/savepoint.mjs'),
      ...['exec', '--stack', `bench-${name}`, '--', ...command],
    ],
    { cwd: fromRoot('.'), env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const waiting: ((line: string) => void)[] = [];
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    if (line.startsWith('{')) waiting.shift()?.(line);
  });
  const ended = once(child, 'exit').then((): never => {
    throw new Error(`The stack "${name}" has ended.`);
  });
  ended.catch(() => undefined);
  const next = () => Promise.race([new Promise<string>((resolve) => waiting.push(resolve)), ended]);
  const timer = setTimeout(() => child.kill(), START_TIMEOUT_MS);
  await next();
  clearTimeout(timer);
  return {
    name,
    child,
    rounds: [],
    async place(count) {
      child.stdin?.write(`${count}\n`);
      return JSON.parse(await next()) as Round;
    },
  };
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((left, right) => left - right);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}

const lanes: Lane[] = [];
try {
  lanes.push(await startLane('without', { SAVEPOINT_EVENT_LOG: '0' }));
  lanes.push(await startLane('recording', { SAVEPOINT_EVENT_LOG: '' }));
  // The first orders start the workers.
  for (const lane of lanes) await lane.place(perRound);
  for (let placed = 0; placed < orders; placed += perRound) {
    const inTurn = (placed / perRound) % 2 === 0 ? lanes : [...lanes].reverse();
    for (const lane of inTurn) lane.rounds.push(await lane.place(perRound));
  }
  const [without, recording] = lanes.map(({ name, rounds }) => {
    const [cpuMs, wallMs] = [
      median(rounds.map((each) => each.cpuMs)),
      median(rounds.map((each) => each.wallMs)),
    ];
    console.log(
      `${name.padEnd(10)} ${(cpuMs / perRound).toFixed(1)} ms CPU, ${(wallMs / perRound).toFixed(1)} ms for an order (median of ${rounds.length} rounds of ${perRound})`,
    );
    for (const process of Object.keys(rounds[0]?.cpuMsOf ?? {})) {
      const ofProcess = median(rounds.map((each) => each.cpuMsOf[process] ?? 0)) / perRound;
      if (ofProcess >= 0.1) console.log(`  ${process.padEnd(60)} ${ofProcess.toFixed(1)} ms CPU`);
    }
    return { cpuMs, wallMs };
  });
  if (without === undefined || recording === undefined) throw new Error('No rounds.');
  const cost = recording.cpuMs / without.cpuMs - 1;
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
  console.log(
    `recording costs ${percent(cost)} CPU time, ${percent(recording.wallMs / without.wallMs - 1)} time`,
  );
  process.exitCode = cost < LIMIT ? 0 : 1;
} finally {
  for (const { child } of lanes) child.kill('SIGTERM');
}
