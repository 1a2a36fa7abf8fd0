import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { OUTBOUND_GUARD, withOutboundGuard } from './outbound-guard.ts';

const GUARD = `--require ${JSON.stringify(OUTBOUND_GUARD)}`;

describe('withOutboundGuard', () => {
  it('puts the guard before existing options', () => {
    expect(withOutboundGuard('--enable-source-maps')).toBe(`${GUARD} --enable-source-maps`);
  });

  it('adds the guard only once', () => {
    expect(withOutboundGuard(withOutboundGuard('--trace-warnings'))).toBe(`${GUARD} --trace-warnings`);
  });
});

describe('a guarded process', () => {
  function run(script: string): string {
    const env = { ...process.env, NODE_OPTIONS: withOutboundGuard(process.env.NODE_OPTIONS) };
    const args = ['--input-type=commonjs', '--eval', script];
    return spawnSync(process.execPath, args, { encoding: 'utf8', env }).stdout;
  }

  it('may listen on a network address of this machine, which is looked up without a connection', () => {
    expect(
      run(
        `require('node:dns').lookup('192.0.2.77', (error, address) => console.log(error?.message, address))`,
      ),
    ).toBe('undefined 192.0.2.77\n');
  });

  it('cannot connect to a network address of this machine', () => {
    expect(
      run(`require('node:net').connect(9, '192.0.2.77').on('error', ({ message }) => console.log(message))`),
    ).toContain('Blocked a connection to 192.0.2.77');
  });
});
