import { expect, it } from 'vitest';
import { StoredDocument } from '../core/stored-document.ts';
import { Fields, VectorValue } from '../core/value.ts';
import { findNearest } from './find-nearest.ts';
import type { FindNearest } from './query.ts';

const documents = Object.entries({ zero: [0, 0], right: [1, 0], up: [0, 1], far: [3, 3] }).map(
  ([id, values]) =>
    new StoredDocument('c', id, Object.assign(new Fields(), { v: new VectorValue(values) }), 1, 1),
);

const found = (search: Partial<FindNearest>) =>
  findNearest(
    {
      path: ['v'],
      vector: [1, 0],
      distanceMeasure: 'cosine',
      limit: 10,
      distanceResultField: 'd',
      distanceThreshold: undefined,
      ...search,
    },
    documents,
  ).map(({ id, fields }) => [id, fields.d]);

it('findNearest returns a zero vector last, with the cosine distance NaN, unless there is a threshold', () => {
  expect(found({}).map(([id]) => id)).toEqual(['right', 'far', 'up', 'zero']);
  expect(found({}).at(-1)).toEqual(['zero', Number.NaN]);
  expect(found({ distanceThreshold: 2 }).map(([id]) => id)).toEqual(['right', 'far', 'up']);
});

it('findNearest returns all documents of the same dimension for a zero query vector, in query order', () => {
  expect(found({ vector: [0, 0] }).map(([id]) => id)).toEqual(['zero', 'right', 'up', 'far']);
  expect(found({ vector: [0, 0, 0] })).toEqual([]);
});
