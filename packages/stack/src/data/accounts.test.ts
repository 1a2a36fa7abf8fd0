import { expect, it } from 'vitest';
import { toRestValue } from './accounts.ts';

it.each([
  ['a', { stringValue: 'a' }],
  [7, { integerValue: '7' }],
  [0.5, { doubleValue: 0.5 }],
  [false, { booleanValue: false }],
  [null, { nullValue: null }],
  [new Date(0), { timestampValue: '1970-01-01T00:00:00.000Z' }],
  [[], { arrayValue: { values: [] } }],
  [{ a: ['b'] }, { mapValue: { fields: { a: { arrayValue: { values: [{ stringValue: 'b' }] } } } } }],
])('toRestValue writes %j in the form of the REST API', (value, expected) => {
  expect(toRestValue(value)).toEqual(expected);
});
