import { afterEach, expect, it, vi } from 'vitest';
import { Run } from './run.ts';

afterEach(() => vi.unstubAllEnvs());

it('A run names the temporary folder that cannot be written to, and the variable for another', () => {
  vi.stubEnv('TMPDIR', '/proc');
  expect(() => new Run()).toThrow(/^The temporary folder \/proc cannot be written to: \w+\. Name another/);
});
