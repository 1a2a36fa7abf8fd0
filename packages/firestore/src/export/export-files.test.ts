import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, toJson } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Document,
  DocumentSchema,
  type Value,
  ValueSchema,
} from '../gen/google/firestore/v1/document_pb.js';
import { readExport, writeExport } from './export-files.ts';

/** `npm run test:deep` tries more cases. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);

/** The files that this process has open, on Linux. */
const OPEN_FILES = '/proc/self/fd';

const DATABASE = 'projects/demo/databases/(default)';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-export-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

type ValueType = Value['valueType'];

async function read(path: string, database: string): Promise<Document[]> {
  return [...(await readExport(path, database)).documents];
}

const id = fc.oneof(
  fc.stringMatching(/^[^/]{1,20}$/).filter((text) => !/^(\.{1,2}|__.*__)$/.test(text)),
  fc.bigInt({ min: 1n, max: 2n ** 62n }).map((n) => `__id${n}__`),
);
const path = fc
  .array(fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), id), { minLength: 1, maxLength: 3 })
  .map((pairs) => pairs.flat().join('/'));
const micros = fc.integer({ min: 0, max: 999_999 });

const scalar: fc.Arbitrary<ValueType> = fc.oneof(
  fc.constant<ValueType>({ case: 'nullValue', value: 0 }),
  fc.boolean().map((value): ValueType => ({ case: 'booleanValue', value })),
  fc
    .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
    .map((value): ValueType => ({ case: 'integerValue', value })),
  fc.double().map((value): ValueType => ({ case: 'doubleValue', value })),
  fc.string({ unit: 'grapheme' }).map((value): ValueType => ({ case: 'stringValue', value })),
  fc.uint8Array().map((value): ValueType => ({ case: 'bytesValue', value })),
  fc.tuple(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), micros).map(
    ([seconds, fraction]): ValueType => ({
      case: 'timestampValue',
      value: { $typeName: 'google.protobuf.Timestamp', seconds: BigInt(seconds), nanos: fraction * 1000 },
    }),
  ),
  fc
    .tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
    .map(
      ([latitude, longitude]): ValueType => ({
        case: 'geoPointValue',
        value: { $typeName: 'google.type.LatLng', latitude, longitude },
      }),
    ),
  fc
    .tuple(
      fc.constantFrom(DATABASE, 'projects/other/databases/(default)', 'projects/demo/databases/second'),
      path,
    )
    .map(
      ([database, below]): ValueType => ({ case: 'referenceValue', value: `${database}/documents/${below}` }),
    ),
);

/** A vector in its wire form. */
function vectorValue(components: readonly number[]): ValueType {
  const values = components.map((value) =>
    create(ValueSchema, { valueType: { case: 'doubleValue', value } }),
  );
  const fields = {
    __type__: create(ValueSchema, { valueType: { case: 'stringValue', value: '__vector__' } }),
    value: create(ValueSchema, {
      valueType: { case: 'arrayValue', value: { $typeName: 'google.firestore.v1.ArrayValue', values } },
    }),
  };
  return { case: 'mapValue', value: { $typeName: 'google.firestore.v1.MapValue', fields } };
}

const fieldName = fc
  .string({ minLength: 1, maxLength: 10, unit: 'grapheme' })
  .filter((name) => name !== '__proto__');

const { fields } = fc.letrec<{
  anyValue: Value;
  element: Value;
  fields: { [name: string]: Value };
}>((tie) => ({
  fields: fc.dictionary(fieldName, tie('anyValue'), { maxKeys: 5, noNullPrototype: true }),
  // Firestore has no array directly within an array. In an export, a vector inside an array is a
  // map.
  element: fc
    .oneof(
      { depthSize: 'small' },
      scalar,
      tie('fields').map(
        (map): ValueType => ({
          case: 'mapValue',
          value: { $typeName: 'google.firestore.v1.MapValue', fields: map },
        }),
      ),
      fc.array(fc.double(), { minLength: 1, maxLength: 4 }).map(vectorValue),
    )
    .map((valueType) => create(ValueSchema, { valueType })),
  anyValue: fc.oneof(
    { depthSize: 'small' },
    tie('element'),
    fc.array(tie('element'), { maxLength: 4 }).map((values) =>
      create(ValueSchema, {
        valueType: { case: 'arrayValue', value: { $typeName: 'google.firestore.v1.ArrayValue', values } },
      }),
    ),
  ),
}));

const document: fc.Arbitrary<Document> = fc
  .tuple(path, fields)
  .map(([below, map]) => create(DocumentSchema, { name: `${DATABASE}/documents/${below}`, fields: map }));

test('an import returns the exported documents for every value type, document id and nesting', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(document, { selector: ({ name }) => name, maxLength: 8 }),
      async (documents) => {
        await writeExport(documents, join(folder, 'e'));
        const imported = await read(join(folder, 'e', 'e.overall_export_metadata'), DATABASE);
        expect(imported.map((each) => toJson(DocumentSchema, each))).toEqual(
          documents.map((each) => toJson(DocumentSchema, each)),
        );
      },
    ),
    { numRuns: 50 * DEEP },
  );
});

function aDocument(index: number, text = 'x'): Document {
  const value = create(ValueSchema, { valueType: { case: 'stringValue', value: text } });
  return create(DocumentSchema, { name: `${DATABASE}/documents/c/d${index}`, fields: { text: value } });
}

test('an export splits records that are longer than a block and an import joins them', async () => {
  const documents = [1, 32_700, 32_761, 32_768, 100_000, 2].map((length, index) =>
    aDocument(index, 'ä'.repeat(length)),
  );
  await writeExport(documents, join(folder, 'e'));
  expect(await read(folder, DATABASE)).toEqual(documents);
});

test('an import into another project rewrites references within the exported database', async () => {
  const own = create(ValueSchema, {
    valueType: { case: 'referenceValue', value: `${DATABASE}/documents/a/b` },
  });
  const name = `${DATABASE}/documents/c/d`;
  await writeExport([create(DocumentSchema, { name, fields: { own } })], join(folder, 'e'));
  const target = 'projects/elsewhere/databases/(default)';
  const [found] = await read(folder, target);
  expect(found?.name).toBe(`${target}/documents/c/d`);
  expect(found?.fields.own?.valueType.value).toBe(`${target}/documents/a/b`);
});

test('a second export replaces the first one completely and leaves no temporary folder', async () => {
  await writeExport([aDocument(1), aDocument(2)], join(folder, 'e'));
  await writeExport([aDocument(3)], join(folder, 'e'));
  expect(await read(folder, DATABASE)).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(['e']);
});

test('a failed export leaves the previous export unchanged', async () => {
  await writeExport([aDocument(1)], join(folder, 'e'));
  const failing = (function* () {
    yield aDocument(2);
    throw new Error('disk full');
  })();
  await expect(writeExport(failing, join(folder, 'e'))).rejects.toThrow('disk full');
  expect(await read(folder, DATABASE)).toEqual([aDocument(1)]);
  expect(readdirSync(folder)).toEqual(['e']);
});

test.runIf(existsSync(OPEN_FILES))('a failed export closes its files', async () => {
  const failing = (function* () {
    yield aDocument(1);
    throw new Error('disk full');
  })();
  await expect(writeExport(failing, join(folder, 'e'))).rejects.toThrow('disk full');
  const links = readdirSync(OPEN_FILES).map((name) => join(OPEN_FILES, name));
  // The listing has opened a file, too, which is closed again.
  const open = links
    .filter((link) => lstatSync(link, { throwIfNoEntry: false }))
    .map((link) => readlinkSync(link));
  expect(open.filter((path) => path.startsWith(folder))).toEqual([]);
});

test.each([
  ['a changed byte', (bytes: Buffer) => bytes.fill(bytes[40] ? 0 : 1, 40, 41), 'wrong checksum'],
  ['a truncated file', (bytes: Buffer) => bytes.subarray(0, bytes.length - 3), 'truncated'],
  ['missing documents', (bytes: Buffer) => bytes.subarray(0, 0), 'declares 2 documents'],
])('an import of an export with %s is rejected', async (_name, damage, message) => {
  await writeExport([aDocument(1), aDocument(2)], join(folder, 'e'));
  const file = join(folder, 'e', 'all_namespaces', 'all_kinds', 'output-0');
  writeFileSync(file, damage(readFileSync(file)));
  await expect(read(folder, DATABASE)).rejects.toThrow(message);
});

test('an import from a folder without an export is rejected', async () => {
  await expect(read(folder, DATABASE)).rejects.toThrow('contains no *.overall_export_metadata');
});
