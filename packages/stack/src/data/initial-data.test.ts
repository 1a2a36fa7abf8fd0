import { describe, expect, it } from 'vitest';
import { describeInitialData } from './initial-data.ts';

const accounts = [{ uid: 'a', email: 'a@example.com', password: 'secret' }];
const imported = { importedData: '/run/imported.json', replacesSeed: true };

describe('the initial data of a stack', () => {
  it.each([
    [{ command: 'seed', accounts }, {}, 'the seed and the accounts of the configuration'],
    [{ command: 'seed' }, {}, 'the seed'],
    [{ accounts }, {}, 'the accounts of the configuration'],
    [{ command: 'seed', accounts }, imported, 'the imported data and the accounts of the configuration'],
    [undefined, imported, 'the imported data'],
    [
      { command: 'seed', accounts },
      { importedData: '/run/imported.json' },
      'the imported data, the seed, and the accounts of the configuration',
    ],
  ])('of the configuration %j and the stack %j are described as: %s', (seed, stack, text) => {
    expect(describeInitialData(seed, stack)).toBe(text);
  });

  it.each([undefined, {}, { accounts: [] }])('are empty for %j', (seed) => {
    expect(describeInitialData(seed, {})).toBeUndefined();
  });
});
