import { describe, expect, it } from 'vitest';
import { OUTBOUND_GUARD, withOutboundGuard } from './outbound-guard.ts';

const GUARD = `--require ${JSON.stringify(OUTBOUND_GUARD)}`;

describe('withOutboundGuard', () => {
  it('puts the guard before the options that are there', () => {
    expect(withOutboundGuard('--enable-source-maps')).toBe(`${GUARD} --enable-source-maps`);
  });

  it('adds the guard once', () => {
    expect(withOutboundGuard(withOutboundGuard('--trace-warnings'))).toBe(`${GUARD} --trace-warnings`);
  });
});
