import { describe, expect, it } from 'vitest';
import { checkConfig } from './check-config.ts';

const check = (config: object) => () => checkConfig(config, 'savepoint.config.ts');

describe('functions.workers of the configuration', () => {
  it.each(['shared', 'isolated'])('may be %s', (workers) => {
    expect(check({ functions: { workers } })).not.toThrow();
  });

  it('is refused when it is neither shared nor isolated', () => {
    expect(check({ functions: { workers: 'one' } })).toThrow(
      'savepoint.config.ts: "functions.workers" must be "shared" or "isolated"',
    );
  });
});
