import { describe, expect, it } from 'vitest';
import type { SavepointConfig } from '../config/define-config.ts';
import { changedFields, describeConfigChange } from './config-changes.ts';

describe('changedFields', () => {
  it('names added, removed and changed fields, and treats lists as one value', () => {
    const before = { a: 1, b: { c: 1, d: 2 }, e: [1], f: 'x' };
    const after = { a: 2, b: { c: 1, d: 3 }, e: [1, 2], g: {} };
    expect(changedFields(before, after)).toEqual(['a', 'b.d', 'e', 'f', 'g']);
  });

  it('ignores times that a configuration computes while loading', () => {
    const at = (time: number) => ({
      documents: [{ at: new Date(time), text: new Date(time).toISOString() }],
    });
    expect(changedFields(at(1), at(2))).toEqual([]);
  });
});

describe('describeConfigChange', () => {
  const projectWith = (config: SavepointConfig) => ({ folder: process.cwd(), config });

  it('describes how each field takes effect', () => {
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

  it('returns nothing when nothing differs', () => {
    expect(describeConfigChange(projectWith({ name: 'a' }), { name: 'a' })).toEqual([]);
  });
});
