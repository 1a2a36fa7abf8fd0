import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { Fields, Value } from '../firestore/values.ts';
import {
  decodeText,
  type FileFormat,
  FileFormatError,
  formatDocuments,
  parseDocuments,
} from './document-files.ts';

/** `npm run test:deep` tries more cases. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);

/** The machine may run other suites at the same time. */
const PROPERTY_TIMEOUT_MS = 60_000;

const documentOf = (id: string, fields: Fields) => ({
  name: `projects/p/databases/(default)/documents/c/${id}`,
  fields,
  createTime: '',
  updateTime: '',
});

const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((stringValue) => ({ stringValue })),
  fc
    .constantFrom('', ' ', '5', 'null', '"', '"a"', '1, "x": 2', 'a,b', 'a\nb', '{', 'true }', '__id__')
    .map((stringValue) => ({ stringValue })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => ({ integerValue: String(value) })),
  fc.boolean().map((booleanValue) => ({ booleanValue })),
  fc.constant({ nullValue: null }),
  fc.constant({ timestampValue: '2026-01-31T12:00:00.123456Z' }),
  fc.constant({ geoPointValue: { latitude: 1.5, longitude: -2 } }),
);
const value: fc.Arbitrary<Value> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }).map((values) => ({ arrayValue: { values } })),
  fc
    .dictionary(fc.string({ minLength: 1 }), scalar, { maxKeys: 3, noNullPrototype: true })
    .map((fields) => ({ mapValue: { fields } })),
);
const key = fc.string({ minLength: 1 }).filter((each) => !/^__.*__$/.test(each));

describe.each(['json', 'csv'] as const)('documents as %s', (format: FileFormat) => {
  it('are unchanged after being exported and imported', { timeout: PROPERTY_TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(key, value, { maxKeys: 5, noNullPrototype: true }), {
          minLength: 1,
          maxLength: 5,
        }),
        (list) => {
          const documents = list.map((fields, index) => ({ id: `d${index}`, fields }));
          const text = formatDocuments(
            documents.map(({ id, fields }) => documentOf(id, fields)),
            format,
          );
          expect(parseDocuments(text, format)).toEqual(documents);
        },
      ),
      { numRuns: 100 * DEEP },
    );
  });
});

describe('a file', () => {
  it('accepts text, numbers and empty cells of a spreadsheet', () => {
    const text = '__id__,name,price,isNew,note\r\np1,Shirt,1999,true,\r\np2,"Cup, blue",5.5,,"""7"""\r\n';
    expect(parseDocuments(text, 'csv')).toEqual([
      {
        id: 'p1',
        fields: {
          name: { stringValue: 'Shirt' },
          price: { integerValue: '1999' },
          isNew: { booleanValue: true },
        },
      },
      {
        id: 'p2',
        fields: {
          name: { stringValue: 'Cup, blue' },
          price: { doubleValue: 5.5 },
          note: { stringValue: '7' },
        },
      },
    ]);
  });

  it.each([
    ['json', '{"a": 1}', 'a is not a document'],
    ['json', '[', 'This is not JSON'],
    ['json', '{}', 'no documents'],
    ['json', '{"a/b": {}}', 'is not a valid document id'],
    ['csv', 'name\nShirt\n', 'no column __id__'],
    ['csv', '__id__,a\nx,1\nx,2\n', 'The document x is given twice'],
    ['csv', '__id__,a\nx,1,2\n', 'Row 2'],
  ] as const)('is refused as %s with %j: %s', (format, text, message) => {
    expect(() => parseDocuments(text, format)).toThrow(FileFormatError);
    expect(() => parseDocuments(text, format)).toThrow(message);
  });
});

it('A CSV file quotes texts, ids and field names that a spreadsheet would run as a formula, and an import restores them', () => {
  const formulas = ['=1+1', '+1', '-1+cmd', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＠a', '"=1"', '"'];
  const documents = formulas.map((text) => ({ id: text, fields: { [text]: { stringValue: text } } }));
  const file = formatDocuments(
    documents.map(({ id, fields }) => documentOf(id, fields)),
    'csv',
  );
  const { data } = Papa.parse<string[]>(file);
  expect(data.flat().filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([]);
  expect(parseDocuments(file, 'csv')).toEqual(documents);
});

describe('decodeText', () => {
  it('reads UTF-8 without its byte order mark, and refuses other encodings instead of losing characters', () => {
    expect(decodeText(new TextEncoder().encode('\uFEFF{"a": "é"}'))).toBe('{"a": "é"}');
    expect(() => decodeText(Uint8Array.of(0x22, 0xe9, 0x22))).toThrow(FileFormatError);
  });
});
