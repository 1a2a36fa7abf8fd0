import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Document, Value } from '../gen/google/firestore/v1/document_pb.js';
import { DEFAULT_DATABASE, type EntityKey, keyOfName, Meaning, type PathElement } from './entity-proto.ts';

type Write = (writer: BinaryWriter) => void;

function bytesOf(write: Write): Uint8Array {
  const writer = new BinaryWriter();
  write(writer);
  return writer.finish();
}

function putBytes(writer: BinaryWriter, field: number, bytes: Uint8Array): void {
  writer.tag(field, WireType.LengthDelimited).bytes(bytes);
}

function putString(writer: BinaryWriter, field: number, text: string): void {
  writer.tag(field, WireType.LengthDelimited).string(text);
}

function putGroup(writer: BinaryWriter, field: number, write: Write): void {
  writer.tag(field, WireType.StartGroup);
  write(writer);
  writer.tag(field, WireType.EndGroup);
}

/** Writes an Element whose field numbers start at `first`. */
function putElement(writer: BinaryWriter, { kind, id }: PathElement, first: number): void {
  putString(writer, first, kind);
  if (typeof id === 'bigint') writer.tag(first + 1, WireType.Varint).int64(id);
  else putString(writer, first + 2, id);
}

function pathBytes(elements: readonly PathElement[]): Uint8Array {
  return bytesOf((writer) => {
    for (const element of elements) putGroup(writer, 1, () => putElement(writer, element, 2));
  });
}

function keyBytes({ app, databaseId, path }: EntityKey): Uint8Array {
  return bytesOf((writer) => {
    putString(writer, 13, app);
    putBytes(writer, 14, pathBytes(path));
    if (databaseId !== DEFAULT_DATABASE) putString(writer, 23, databaseId);
  });
}

function putReference(writer: BinaryWriter, { app, databaseId, path }: EntityKey): void {
  putGroup(writer, 12, () => {
    putString(writer, 13, app);
    for (const element of path) putGroup(writer, 14, () => putElement(writer, element, 15));
    if (databaseId !== DEFAULT_DATABASE) putString(writer, 23, databaseId);
  });
}

interface Encoded {
  readonly meaning?: number;
  readonly write: Write;
}

function encodeValue({ valueType }: Value): Encoded {
  switch (valueType.case) {
    case 'integerValue':
      return { write: (writer) => writer.tag(1, WireType.Varint).int64(valueType.value) };
    case 'booleanValue':
      return { write: (writer) => writer.tag(2, WireType.Varint).bool(valueType.value) };
    case 'stringValue':
      return { write: (writer) => putString(writer, 3, valueType.value) };
    case 'doubleValue':
      return { write: (writer) => writer.tag(4, WireType.Bit64).double(valueType.value) };
    case 'bytesValue':
      return { meaning: Meaning.BYTES, write: (writer) => putBytes(writer, 3, valueType.value) };
    case 'timestampValue': {
      const { seconds, nanos } = valueType.value;
      const micros = seconds * 1_000_000n + BigInt(Math.floor(nanos / 1000));
      return { meaning: Meaning.TIMESTAMP, write: (writer) => writer.tag(1, WireType.Varint).int64(micros) };
    }
    case 'geoPointValue': {
      const { latitude, longitude } = valueType.value;
      const point: Write = (writer) =>
        writer.tag(6, WireType.Bit64).double(latitude).tag(7, WireType.Bit64).double(longitude);
      return { meaning: Meaning.GEO_POINT, write: (writer) => putGroup(writer, 5, point) };
    }
    case 'referenceValue':
      return { write: (writer) => putReference(writer, keyOfName(valueType.value)) };
    case 'mapValue': {
      const entity = bytesOf((inner) => {
        putBytes(inner, 13, keyBytes({ app: '', databaseId: DEFAULT_DATABASE, path: [] }));
        putProperties(inner, valueType.value.fields);
        putBytes(inner, 16, new Uint8Array());
      });
      return { meaning: Meaning.ENTITY, write: (writer) => putBytes(writer, 3, entity) };
    }
    case 'arrayValue':
      throw new Error('An array inside an array cannot be exported.');
    default:
      return { write: () => {} };
  }
}

function putProperty(
  writer: BinaryWriter,
  field: number,
  name: string,
  isMultiple: boolean,
  value: Encoded,
): void {
  const property = bytesOf((inner) => {
    if (value.meaning !== undefined) inner.tag(1, WireType.Varint).int32(value.meaning);
    putString(inner, 3, name);
    inner.tag(4, WireType.Varint).bool(isMultiple);
    putBytes(inner, 5, bytesOf(value.write));
  });
  putBytes(writer, field, property);
}

/**
 * The components of a vector: a map `{__type__: '__vector__', value: [doubles]}`. Undefined for any
 * other value.
 */
function vectorComponents({ valueType }: Value): readonly Value[] | undefined {
  if (valueType.case !== 'mapValue') return undefined;
  const { __type__: type, value, ...others } = valueType.value.fields;
  if (type?.valueType.case !== 'stringValue' || type.valueType.value !== '__vector__') return undefined;
  if (value?.valueType.case !== 'arrayValue' || Object.keys(others).length > 0) return undefined;
  const { values } = value.valueType.value;
  const isVector = values.length > 0 && values.every((each) => each.valueType.case === 'doubleValue');
  return isVector ? values : undefined;
}

const EMPTY_LIST: Encoded = { meaning: Meaning.EMPTY_LIST, write: () => {} };

/**
 * Writes all properties. Empty arrays come first, as indexed properties, as in exports of Google's
 * emulator.
 */
function putProperties(writer: BinaryWriter, fields: { readonly [name: string]: Value }): void {
  const entries = Object.entries(fields);
  const isEmptyList = (value: Value): boolean =>
    value.valueType.case === 'arrayValue' && value.valueType.value.values.length === 0;
  for (const [name, value] of entries)
    if (isEmptyList(value)) putProperty(writer, 14, name, false, EMPTY_LIST);
  for (const [name, value] of entries) {
    if (isEmptyList(value)) continue;
    const components = vectorComponents(value);
    if (components !== undefined) {
      for (const component of components)
        putProperty(writer, 15, name, true, { ...encodeValue(component), meaning: Meaning.VECTOR });
    } else if (value.valueType.case === 'arrayValue') {
      for (const element of value.valueType.value.values)
        putProperty(writer, 15, name, true, encodeValue(element));
    } else {
      putProperty(writer, 15, name, false, encodeValue(value));
    }
  }
}

/**
 * Encodes a document as an EntityProto (see entity-proto.ts). The format has no create and update
 * times; timestamps have microsecond precision.
 */
export function encodeEntity(document: Document): Uint8Array {
  const key = keyOfName(document.name);
  return bytesOf((writer) => {
    putBytes(writer, 13, keyBytes(key));
    putProperties(writer, document.fields);
    putBytes(writer, 16, pathBytes(key.path.slice(0, 1)));
  });
}
