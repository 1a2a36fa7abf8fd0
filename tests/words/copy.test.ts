// Sentences that confused readers, or that were untrue in their context. They must not come back.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shopPath } from '../support/shop-project.ts';

const RETIRED_PHRASES: readonly RegExp[] = [
  /anime people/i,
  /Login to /,
  /Goes to/,
  /Like the system/,
  /You turned back/i,
  /in the bag/i,
  /\d picked\b|\} picked\b/,
];

const files = ['web/src/**/*.{ts,tsx}', 'functions/src/**/*.ts', 'model/src/**/*.ts', 'seed/src/**/*.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: shopPath() }))
  .filter((file) => !file.includes('.test.'));

describe('the sentences that shoppers and operators read', () => {
  it.each(RETIRED_PHRASES)('do not say %s', (phrase) => {
    expect(files.length).toBeGreaterThan(200);
    const found = files.filter((file) => phrase.test(readFileSync(shopPath(file), 'utf8')));
    expect(found).toEqual([]);
  });
});
