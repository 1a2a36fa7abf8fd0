import { expect, it } from 'vitest';
import { coalesce } from './coalesce.ts';

it('coalesce shares one run among all calls made during another run, and makes only the first of them wait', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const run = coalesce(() => {
    const each = Promise.withResolvers<void>();
    runs.push(each);
    return each.promise;
  });
  const first = run('a');
  const second = run('a');
  await run('a');
  const other = run('b');
  expect(runs).toHaveLength(2);
  runs[0]?.reject(new Error('contention'));
  await expect(first).rejects.toThrow('contention');
  await expect.poll(() => runs.length).toBe(3);
  for (const each of runs) each.resolve();
  await Promise.all([second, other]);
  const last = run('a');
  runs[3]?.resolve();
  await last;
  expect(runs).toHaveLength(4);
});
