import { Run } from 'savepoint-stack/processes/run';
import { afterEach, expect, it, vi } from 'vitest';
import { runProgram } from './exec.ts';

afterEach(() => vi.restoreAllMocks());

it('exec exits with 127 and prints one line when the program does not exist', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const run = new Run(process.env);
  try {
    expect(await runProgram(run, { command: 'no-such-program', args: [] }, {})).toBe(127);
  } finally {
    await run.end();
  }
  expect(print.mock.calls).toEqual([['savepoint: no-such-program was not run: there is no such program.']]);
});
