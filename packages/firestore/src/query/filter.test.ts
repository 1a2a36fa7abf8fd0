// Tests which values comparisons with null, NaN and precise times match, as observed in Google's
// emulator.

import { create } from '@bufbuild/protobuf';
import { expect, it } from 'vitest';
import { StoredDocument } from '../core/stored-document.ts';
import { Fields, type FieldValue, TimestampValue } from '../core/value.ts';
import { toValue } from '../core/value-message.ts';
import {
  StructuredQuery_FieldFilter_Operator as Op,
  StructuredQuery_FilterSchema,
  StructuredQuery_UnaryFilter_Operator as UnaryOp,
} from '../gen/google/firestore/v1/query_pb.js';
import { type Filter, matchesFilter } from './filter.ts';
import { parseFilter } from './parse-filter.ts';

const VALUES: { [name: string]: FieldValue } = {
  null: null,
  NaN: Number.NaN,
  one: 1n,
  text: 'x',
  time: new TimestampValue(1, 123_456_000),
};

function matches(filter: Filter): string[] {
  return Object.keys(VALUES).filter((name) => {
    const fields = Object.assign(new Fields(), { x: VALUES[name] });
    return matchesFilter(filter, new StoredDocument('c', name, fields, 1, 1));
  });
}

const compare = (op: Op, value: FieldValue) =>
  matches(
    parseFilter(
      create(StructuredQuery_FilterSchema, {
        filterType: { case: 'fieldFilter', value: { field: { fieldPath: 'x' }, op, value: toValue(value) } },
      }),
      'projects/p/databases/d',
    ),
  );
const unary = (op: UnaryOp) =>
  matches(
    parseFilter(
      create(StructuredQuery_FilterSchema, {
        filterType: {
          case: 'unaryFilter',
          value: { op, operandType: { case: 'field', value: { fieldPath: 'x' } } },
        },
      }),
      'projects/p/databases/d',
    ),
  );

it('the unary filters match null and NaN, and their negations all other values except null', () => {
  expect(unary(UnaryOp.IS_NULL)).toEqual(['null']);
  expect(unary(UnaryOp.IS_NAN)).toEqual(['NaN']);
  expect(unary(UnaryOp.IS_NOT_NULL)).toEqual(['NaN', 'one', 'text', 'time']);
  expect(unary(UnaryOp.IS_NOT_NAN)).toEqual(['one', 'text', 'time']);
});

const RANGES = [Op.LESS_THAN, Op.LESS_THAN_OR_EQUAL, Op.GREATER_THAN, Op.GREATER_THAN_OR_EQUAL];

it('a comparison with null matches nothing', () => {
  for (const op of [Op.EQUAL, Op.NOT_EQUAL, ...RANGES]) expect(compare(op, null)).toEqual([]);
});

it('a comparison with NaN matches only by inequality, which all values satisfy, including NaN', () => {
  for (const op of [Op.EQUAL, ...RANGES]) expect(compare(op, Number.NaN)).toEqual([]);
  expect(compare(Op.NOT_EQUAL, Number.NaN)).toEqual(['NaN', 'one', 'text', 'time']);
});

it.each([-1, 0, 1])('a comparison with a time %i ns after a stored one is exact', (nanos) => {
  const time = new TimestampValue(1, 123_456_000 + nanos);
  const found = (op: Op) => compare(op, time).includes('time');
  expect(found(Op.EQUAL)).toBe(nanos === 0);
  expect(found(Op.NOT_EQUAL)).toBe(nanos !== 0);
  expect(found(Op.LESS_THAN)).toBe(nanos > 0);
  expect(found(Op.GREATER_THAN_OR_EQUAL)).toBe(nanos <= 0);
});
