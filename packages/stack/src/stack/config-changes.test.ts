import { describe, expect, it } from 'vitest';
import type { SavepointConfig } from '../config/define-config.ts';
import { changedFields, describeConfigChange } from './config-changes.ts';

describe('changedFields', () => {
  it('names what was added, removed and changed, and lists as a whole', () => {
    const before = { a: 1, b: { c: 1, d: 2 }, e: [1], f: 'x' };
    const after = { a: 2, b: { c: 1, d: 3 }, e: [1, 2], g: {} };
    expect(changedFields(before, after)).toEqual(['a', 'b.d', 'e', 'f', 'g']);
  });

  it('ignores the times that a configuration computes when it is loaded', () => {
    const at = (time: number) => ({
      documents: [{ at: new Date(time), text: new Date(time).toISOString() }],
    });
    expect(changedFields(at(1), at(2))).toEqual([]);
  });
});

describe('describeConfigChange', () => {
  const projectWith = (config: SavepointConfig) => ({ folder: process.cwd(), config });

  it('says what each field needs', () => {
    const service = { command: 'search', port: 7700 };
    const lines = describeConfigChange(
      projectWith({ services: { search: service }, seed: { command: 'a' }, deploy: { pages: ['a'] } }),
      { services: { search: { ...service, port: 7701 } }, seed: { command: 'b' }, deploy: { pages: ['b'] } },
    );
    expect(lines).toEqual([
      'the next command uses: deploy.pages',
      expect.stringMatching(/^(npm run|npx savepoint) reset applies: seed\.command$/),
      'restart to apply: services.search.port',
    ]);
  });

  it('is silent when nothing differs', () => {
    expect(describeConfigChange(projectWith({ name: 'a' }), { name: 'a' })).toEqual([]);
  });
});
