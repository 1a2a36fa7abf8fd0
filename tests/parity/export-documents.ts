/** Documents with every type of value, in each position that an export encodes differently. */

const DATABASE = 'projects/demo-export/databases/(default)';

/** The database that the documents are in. */
export const EXPORTED_DATABASE = DATABASE;

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type Fields = { readonly [name: string]: Json };

const vector = (...components: number[]): Json => ({
  mapValue: {
    fields: {
      __type__: { stringValue: '__vector__' },
      value: { arrayValue: { values: components.map((doubleValue) => ({ doubleValue })) } },
    },
  },
});
const list = (...values: Json[]): Json => ({ arrayValue: { values } });
const map = (fields: Fields): Json => ({ mapValue: { fields } });
const text = (stringValue: string): Json => ({ stringValue });
const reference = (path: string): Json => ({ referenceValue: `${DATABASE}/documents/${path}` });

/** The fields of each document in the JSON form of REST, by path. */
export const EXPORTED_DOCUMENTS: { readonly [path: string]: Fields } = {
  'values/scalars': {
    nothing: { nullValue: null },
    yes: { booleanValue: true },
    no: { booleanValue: false },
    zero: { integerValue: '0' },
    small: { integerValue: '-9223372036854775808' },
    large: { integerValue: '9223372036854775807' },
    half: { doubleValue: 0.5 },
    notANumber: { doubleValue: 'NaN' },
    endless: { doubleValue: '-Infinity' },
    before1970: { timestampValue: '1969-12-31T23:59:59.999999Z' },
    moment: { timestampValue: '2026-11-22T10:00:00.123456Z' },
    empty: text(''),
    greeting: text('Grüße 🎮\u0000\n'),
    bytes: { bytesValue: 'AAEC/w==' },
    place: { geoPointValue: { latitude: 47.25, longitude: -122.5 } },
    target: reference('values/scalars/below/__id7__'),
    'a.b"c\\d': text('quoted'),
    ключ: text('non-ASCII'),
  },
  'values/vectors': {
    pair: vector(1, -2.5),
    single: vector(0),
    inMap: map({ inner: vector(3, 4), beside: text('x') }),
    inMapInArray: list(map({ inner: vector(5, 6) }), text('x')),
    plainArray: list({ doubleValue: 1 }, { doubleValue: -2.5 }),
  },
  'values/containers': {
    list: list(
      { nullValue: null },
      { integerValue: '1' },
      text('a'),
      { bytesValue: 'AA==' },
      { timestampValue: '2026-11-22T10:00:00Z' },
      { geoPointValue: { latitude: 1, longitude: 2 } },
      reference('a/b'),
      map({ deep: list({ mapValue: {} }) }),
    ),
    single: list(text('only')),
    noElements: { arrayValue: {} },
    noFields: { mapValue: {} },
    nested: map({ one: map({ two: map({ empty: { arrayValue: {} }, three: { integerValue: '3' } }) }) }),
  },
  'values/scalars/below/__id7__': { parent: reference('values/scalars') },
  'values/without fields': {},
  'größe/🎮': { long: text('x'.repeat(40_000)) },
};
