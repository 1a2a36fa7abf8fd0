// Runs with the addresses of a stack (`savepoint exec`). For each line of standard input, a number,
// places that many orders and prints their cost as a line of JSON; the first line is `{}`, once it
// is ready.
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { call, createProduct, createUser, orderRequest } from '../../functions/stack.ts';

/** The cost of some orders: the CPU time of all processes of the stack, and the elapsed time. */
export interface Round {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** The CPU time by the file that a process runs. */
  readonly cpuMsOf: Readonly<Record<string, number>>;
}

/** USER_HZ of Linux: the unit of the times in /proc. */
const TICK_MS = 10;
const OF_THIS_STACK = `SAVEPOINT_RUN=${process.env.SAVEPOINT_RUN}`;

/**
 * The processes of the stack, except this one. They have the id of the run in their environment.
 */
function stackProcesses(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(
      (pid) => pid > 0 && pid !== process.pid && readOrEmpty(`/proc/${pid}/environ`).includes(OF_THIS_STACK),
    );
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/**
 * CPU time of the stack so far in milliseconds, by the file that a process runs, including children
 * that have ended.
 */
function cpuTimes(): Map<string, number> {
  const times = new Map<string, number>();
  for (const pid of stackProcesses()) {
    const name = readOrEmpty(`/proc/${pid}/cmdline`)
      .split('\0')
      .find((part) => /\.[cm]?[jt]s$/.test(part));
    const fields = readOrEmpty(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
    // utime, stime, cutime and cstime (proc_pid_stat(5)).
    const ticks = fields.slice(11, 15).reduce((total, each) => total + Number(each), 0);
    const key = name?.split('/').slice(-3).join('/') ?? 'other';
    times.set(key, (times.get(key) ?? 0) + ticks * TICK_MS);
  }
  return times;
}

async function placeOrders(count: number): Promise<Round> {
  const productId = await createProduct(count);
  const shoppers = [];
  // One per order: an account may hold a limited number of unpaid units.
  for (let index = 0; index < count; index += 1) shoppers.push(await createUser());
  const [startedMs, before] = [performance.now(), cpuTimes()];
  for (const { token } of shoppers) {
    const { error } = await call('createOrder', orderRequest(productId), token);
    if (error !== undefined) throw new Error(error.message);
  }
  const wallMs = performance.now() - startedMs;
  const spent = [...cpuTimes()].map(([name, ms]) => [name, ms - (before.get(name) ?? 0)] as const);
  return { wallMs, cpuMs: spent.reduce((sum, [, ms]) => sum + ms, 0), cpuMsOf: Object.fromEntries(spent) };
}

console.log('{}');
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await placeOrders(Number(line))));
}
