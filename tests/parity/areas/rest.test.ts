import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RequestStep } from '../parity-case.ts';
import { restCases } from './rest.ts';

it('creates documents with generated ids only in their own collections', () => {
  const creations = fc
    .sample(restCases, { numRuns: 2_000, seed: 1 })
    .flatMap(({ steps }) => steps as readonly RequestStep[])
    .filter(
      ({ verb, path }) => verb === 'POST' && !path.includes('documents:') && !/\/documents\/.*:/.test(path),
    )
    .map(({ path }) => new URL(path, 'http://localhost'))
    .filter(({ searchParams }) => !searchParams.get('documentId'));
  expect(creations.length).toBeGreaterThan(100);
  expect(creations.filter(({ pathname }) => !/\/generated\d+$/.test(pathname))).toEqual([]);
});
