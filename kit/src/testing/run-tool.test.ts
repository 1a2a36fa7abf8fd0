import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Run } from '../processes/run.ts';
import { runTool } from './run-tool.ts';

let run: Run;
beforeEach(() => {
  run = new Run();
});
afterEach(() => run.end());

const node = (code: string) => ({
  name: 'a tool',
  command: process.execPath,
  args: ['-e', code],
  cwd: process.cwd(),
});

describe('runTool', () => {
  it('kills a tool that prints nothing for the given time, and says so', async () => {
    const hanging = node(`console.log('one'); setInterval(() => {}, 1000)`);
    const { code, output } = await runTool(run, hanging, 1000);
    expect(code).toBe(1);
    expect(output).toBe('one\na tool was killed: it printed nothing for 1 seconds.');
  });

  it('lets a slow tool finish that still prints', async () => {
    const slow = `let n = 0; const t = setInterval(() => { console.log(n); if (++n === 5) clearInterval(t); }, 400)`;
    expect(await runTool(run, node(slow), 1600)).toEqual({ code: 0, output: '0\n1\n2\n3\n4' });
  });
});
