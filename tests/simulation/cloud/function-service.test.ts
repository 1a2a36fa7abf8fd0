import { expect, it } from 'vitest';
import { Simulation } from '../kernel/simulation.ts';
import { FaultPlan } from './fault-plan.ts';
import { FunctionService, type Outcome } from './function-service.ts';

const SETTINGS = { name: 'work', maxInstances: 2, concurrency: 2, timeoutMs: 5000 };

/** Sends this many requests at once to a function with two steps of this length. */
async function send(count: number, stepMs: number, seed = 1, isDeadly = false) {
  const simulation = new Simulation(seed);
  const faults = new FaultPlan(simulation, isDeadly ? ['instanceDeath'] : [], 'high');
  const done: number[] = [];
  const service = new FunctionService(
    simulation,
    SETTINGS,
    faults,
    () => undefined,
    async ({ carry }, n: number) => {
      for (let step = 0; step < 2; step += 1) await carry(() => simulation.sleep(stepMs));
      done.push(n);
      return n;
    },
  );
  const outcomes: Outcome<number>[] = [];
  for (let n = 0; n < count; n += 1)
    simulation.spawn(async () => void outcomes.push(await service.invoke(n)));
  await simulation.run();
  return { outcomes, done, counts: service.counts };
}

const failures = (outcomes: readonly Outcome<number>[], failure: string) =>
  outcomes.filter((outcome) => 'failure' in outcome && outcome.failure === failure).length;

it('starts no more instances than its limit, and keeps the others waiting until one has room', async () => {
  const { outcomes, counts } = await send(12, 100);
  expect(outcomes.filter((outcome) => 'result' in outcome)).toHaveLength(12);
  expect(counts).toMatchObject({ started: 2, rejected: 0 });
});

it('rejects what has waited too long with resource-exhausted', async () => {
  const { outcomes } = await send(40, 2000);
  expect(failures(outcomes, 'resource-exhausted')).toBeGreaterThan(0);
  expect(outcomes).toHaveLength(40);
});

it('answers deadline-exceeded after its timeout, and finishes the work all the same', async () => {
  const { outcomes, done } = await send(1, 4000);
  expect(failures(outcomes, 'deadline-exceeded')).toBe(1);
  expect(done).toEqual([0]);
});

it('ends all requests of an instance that dies with unavailable, and none of their work goes on', async () => {
  let died = 0;
  for (let seed = 1; seed <= 40; seed += 1) {
    const { outcomes, done, counts } = await send(6, 100, seed, true);
    const succeeded = outcomes.filter((outcome) => 'result' in outcome).length;
    expect(done).toHaveLength(succeeded);
    expect(succeeded + failures(outcomes, 'unavailable')).toBe(6);
    died += counts.died;
  }
  expect(died).toBeGreaterThan(0);
});
