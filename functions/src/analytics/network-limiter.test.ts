import { describe, expect, it } from 'vitest';
import { networkLimiter } from './network-limiter.ts';

describe('networkLimiter', () => {
  it('limits each network separately, and refills over time', () => {
    const mayCall = networkLimiter({ purpose: 'test', burst: 2, perHour: 60 });
    const at = (seconds: number) => new Date(seconds * 1000);
    expect([0, 0, 0].map((second) => mayCall('203.0.113.1', at(second)))).toEqual([true, true, false]);
    expect(mayCall('203.0.113.2', at(0))).toBe(true);
    expect([mayCall('203.0.113.1', at(59)), mayCall('203.0.113.1', at(60))]).toEqual([false, true]);
  });
});
