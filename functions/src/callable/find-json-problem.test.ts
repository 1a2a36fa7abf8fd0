import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonProblem } from './find-json-problem.ts';

const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;

describe('findJsonProblem', () => {
  it('accepts JSON of up to 20 levels, valid Unicode and ordinary names', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' }), (json) => {
        fc.pre(!/__|@type/.test(JSON.stringify(json)));
        expect(findJsonProblem(json)).toBeUndefined();
      }),
    );
    expect(findJsonProblem(nested(20))).toBeUndefined();
  });

  it.each([21, 20_000])('rejects nesting of %i levels', (levels) => {
    expect(findJsonProblem(nested(levels))).toEqual({
      field: '',
      message: 'The request must not be nested more than 20 levels deep.',
    });
  });

  it('names the field of a text with a lone surrogate', () => {
    expect(findJsonProblem({ lines: [{ size: 'M' }, { size: 'a\ud800' }] })).toEqual({
      field: 'lines[1].size',
      message: 'lines[1].size has a character that is not valid Unicode.',
    });
    expect(findJsonProblem('\udfff')?.message).toBe('The request has a character that is not valid Unicode.');
  });

  it.each(['@type', '__name__', '\ud800', '____'])('finds the field name %j', (name) => {
    expect(findJsonProblem({ product: { [name]: 1 } })).toMatchObject({
      field: 'product',
      message: expect.stringMatching(/^product has a field with a name that is not allowed: '.*'\.$/),
    });
  });
});
