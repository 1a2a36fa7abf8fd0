import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsToJson, jsonToFields, type RestValue } from './document-json.ts';

const scalar = fc.oneof(
  fc.constant({ nullValue: null }),
  fc.boolean().map((booleanValue) => ({ booleanValue })),
  fc.maxSafeInteger().map((number) => ({ integerValue: String(number) })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((n) => !Object.is(n, -0))
    .map((doubleValue) => ({ doubleValue })),
  fc.string().map((stringValue) => ({ stringValue })),
  fc.constant({ timestampValue: '2026-01-31T12:00:00.123456Z' }),
  fc.constant({ bytesValue: 'AAEC' }),
  fc.constant({ referenceValue: 'projects/p/databases/(default)/documents/a/b' }),
  fc.constant({ geoPointValue: { latitude: 48.2, longitude: 16.4 } }),
);
const name = fc.string({ minLength: 1 }).filter((text) => !text.startsWith('$') && text !== '__proto__');
const { value } = fc.letrec<{ value: RestValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }).map((values) => ({ arrayValue: { values } })),
    fc
      .dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true })
      .map((fields) => ({ mapValue: { fields } })),
  ),
}));

describe('documents as JSON', () => {
  it('keep all types when they are read and written again', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (fields) => {
        const json = JSON.parse(JSON.stringify(fieldsToJson(fields))) as Record<string, unknown>;
        expect(jsonToFields(json)).toEqual(fields);
      }),
    );
  });

  it('are refused with an unknown type, listing the known ones', () => {
    expect(() => jsonToFields({ at: { $date: '2026' } })).toThrow(
      '"$date" is not a type. Expected one of: $timestamp, $reference, $bytes, $geopoint, $double.',
    );
  });

  it('are refused with another key beside a type', () => {
    expect(() => jsonToFields({ at: { $timestamp: '2026-01-31T12:00:00Z', note: 'x' } })).toThrow(
      '"$timestamp" is combined with "note"',
    );
  });
});
