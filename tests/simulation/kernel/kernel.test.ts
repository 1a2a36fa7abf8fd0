import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventQueue } from './event-queue.ts';
import { Simulation } from './simulation.ts';

describe('EventQueue', () => {
  it('gives events back in the order of their times, and those of one time as they were added', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20 })), (times) => {
        const queue = new EventQueue();
        const taken: number[] = [];
        for (const [index, time] of times.entries()) queue.add(time, () => taken.push(index));
        for (let event = queue.take(); event !== undefined; event = queue.take()) event.action();
        const sorted = [...times.keys()].sort((a, b) => (times[a] as number) - (times[b] as number) || a - b);
        expect(taken).toEqual(sorted);
      }),
    );
  });
});

describe('Simulation', () => {
  it('lets tasks that await go on at their virtual times', async () => {
    const simulation = new Simulation(1);
    const seen: string[] = [];
    const task = (name: string, ms: number) => async () => {
      for (let step = 1; step <= 2; step += 1) {
        await simulation.sleep(ms);
        await Promise.resolve();
        seen.push(`${name}${step} at ${simulation.now}`);
      }
    };
    simulation.spawn(task('a', 300));
    simulation.spawn(task('b', 200));
    await simulation.run();
    expect(seen).toEqual(['b1 at 200', 'a1 at 300', 'b2 at 400', 'a2 at 600']);
  });

  it('rejects with the error of a task', async () => {
    const simulation = new Simulation(1);
    simulation.spawn(async () => {
      await simulation.sleep(5);
      throw new Error('broken');
    });
    simulation.after(1000, () => undefined);
    await expect(simulation.run()).rejects.toThrow('broken');
    expect(simulation.now).toBe(5);
  });

  it('draws the same for the same seed and name, whatever else is drawn', () => {
    const draw = (seed: number, name: string, before: number) => {
      const simulation = new Simulation(seed);
      const other = simulation.random('other');
      for (let index = 0; index < before; index += 1) other.next();
      const random = simulation.random(name);
      return [
        random.next(),
        random.below(1000),
        random.exponential(3),
        random.logNormal({ median: 8, p95: 25 }),
      ];
    };
    expect(draw(7, 'a', 0)).toEqual(draw(7, 'a', 5));
    expect(draw(7, 'a', 0)).not.toEqual(draw(8, 'a', 0));
    expect(draw(7, 'a', 0)).not.toEqual(draw(7, 'b', 0));
  });
});
