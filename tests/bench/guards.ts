// What the guard against foreign web pages costs the Firestore emulator: the time that it takes to
// check a request, as a share of the CPU time that the server spends on the request. An order
// consists of such requests. Two servers, one without the guard, differ by less than two runs of
// one of them. `npm run bench:guards -- --rounds N`; exits with 1 when a share exceeds 3 %.
import { parseArgs } from 'node:util';
import { RequestGuard } from '@savepoint/server/guard/request-guard';
import { ClientProcess } from './firestore/client-process.ts';
import { medianOf } from './firestore/measurement.ts';
import { startOurs } from './firestore/server-process.ts';

const BENCHMARKS = ['set, one at a time', 'getDoc, one at a time', 'REST get', 'WebChannel write'];
const TIME_LIMIT_MS = 120_000;
const CALLS = 100_000;
const MAX_SHARE = 0.03;
const PATH = '/v1/projects/demo-savepoint/databases/(default)/documents/products/savepoint-mug';
/** Headers of a page on this machine, which run all checks. */
const HEADERS = {
  host: '127.0.0.1:8080',
  origin: 'http://localhost:5173',
  'sec-fetch-site': 'same-site',
};

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(
    `--rounds ${values.rounds} is no positive whole number. Example: npm run bench:guards -- --rounds 5`,
  );
  process.exit(1);
}

/**
 * Milliseconds to check one request from each of `hosts` in turn: the guard caches the last host.
 */
function guardMs(hosts: readonly string[]): number {
  const guard = new RequestGuard();
  const requests = hosts.map((host) => {
    const headers = { ...HEADERS, host };
    return { headers, rawHeaders: Object.entries(headers).flat(), method: 'GET', url: PATH };
  });
  const times = Array.from({ length: rounds + 1 }, () => {
    const startedAt = performance.now();
    for (let call = 0; call < CALLS; call++) for (const request of requests) guard.findRejection(request);
    return (performance.now() - startedAt) / (CALLS * requests.length);
  });
  // The first round runs before the JIT compiler has optimized the guard.
  return medianOf(times.slice(1));
}

const usual = guardMs(['127.0.0.1:8080']);
const worst = guardMs(['127.0.0.1:8080', 'localhost:8080']);
const microseconds = (ms: number) => `${(ms * 1000).toFixed(2)} µs`;
console.log(
  `The guard takes ${microseconds(usual)} for a request, ${microseconds(worst)} where the host changes each time.`,
);

const server = await startOurs();
const client = new ClientProcess(server, 0);
try {
  for (const benchmark of BENCHMARKS) {
    const costs: number[] = [];
    for (let round = 0; round < rounds; round++)
      costs.push((await client.measure(benchmark, TIME_LIMIT_MS)).serverCpu);
    const cost = medianOf(costs);
    const share = worst / cost;
    const percent = (part: number) => `${(100 * part).toFixed(2)} %`;
    console.log(
      `${benchmark.padEnd(22)} server CPU ${microseconds(cost)}: the guard is ${percent(usual / cost)} of it, at worst ${percent(share)}`,
    );
    if (!(share <= MAX_SHARE)) process.exitCode = 1;
  }
} finally {
  await client.stop();
  await server.stop();
}
