import { create } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import {
  type Document,
  DocumentSchema,
  type Value,
  ValueSchema,
} from '../gen/google/firestore/v1/document_pb.js';
import {
  DEFAULT_DATABASE,
  type EntityKey,
  Meaning,
  type PathElement,
  pathOfKey,
  projectOfKey,
} from './entity-proto.ts';

type ValueType = Value['valueType'];

/**
 * Calls `read` with each field number until the message or group ends. Fields for which it returns
 * false are skipped.
 */
function eachField(reader: BinaryReader, end: number, read: (field: number) => boolean): void {
  while (reader.pos < end) {
    const [field, wireType] = reader.tag();
    if (wireType === WireType.EndGroup) return;
    if (!read(field)) reader.skip(wireType, field);
  }
}

function value(valueType: ValueType): Value {
  return create(ValueSchema, { valueType });
}

/**
 * Reads an Element whose field numbers start at `first`. `reader` is positioned after its start
 * tag.
 */
function readElement(reader: BinaryReader, first: number): PathElement {
  let kind = '';
  let id: string | bigint = '';
  eachField(reader, reader.len, (field) => {
    if (field === first) kind = reader.string();
    else if (field === first + 1) id = BigInt(reader.int64());
    else if (field === first + 2) id = reader.string();
    else return false;
    return true;
  });
  return { kind, id };
}

function readPath(bytes: Uint8Array): PathElement[] {
  const reader = new BinaryReader(bytes);
  const elements: PathElement[] = [];
  eachField(reader, reader.len, (field) => field === 1 && elements.push(readElement(reader, 2)) > 0);
  return elements;
}

/**
 * Reads a Reference. As a message, it contains its path as bytes; as a group, it contains the path
 * elements.
 */
function readKey(reader: BinaryReader, isGroup: boolean): EntityKey {
  let app = '';
  let databaseId = DEFAULT_DATABASE;
  let path: PathElement[] = [];
  eachField(reader, reader.len, (field) => {
    if (field === 13) app = reader.string();
    else if (field === 14 && isGroup) path = [...path, readElement(reader, 15)];
    else if (field === 14) path = readPath(reader.bytes());
    else if (field === 23) databaseId = reader.string() || DEFAULT_DATABASE;
    else return false;
    return true;
  });
  return { app, databaseId, path };
}

/** Maps the target of a reference to a document name in the importing database. */
type Resolve = (key: EntityKey) => string;

function timestamp(micros: bigint): ValueType {
  const seconds = micros / 1_000_000n - (micros % 1_000_000n < 0n ? 1n : 0n);
  const nanos = Number(micros - seconds * 1_000_000n) * 1000;
  return { case: 'timestampValue', value: { $typeName: 'google.protobuf.Timestamp', seconds, nanos } };
}

function readPoint(reader: BinaryReader): ValueType {
  let latitude = 0;
  let longitude = 0;
  eachField(reader, reader.len, (field) => {
    if (field === 6) latitude = reader.double();
    else if (field === 7) longitude = reader.double();
    else return false;
    return true;
  });
  return { case: 'geoPointValue', value: { $typeName: 'google.type.LatLng', latitude, longitude } };
}

function readText(bytes: Uint8Array, meaning: number, resolve: Resolve): ValueType {
  if (meaning === Meaning.ENTITY) {
    const { fields } = readEntity(bytes, resolve);
    return { case: 'mapValue', value: { $typeName: 'google.firestore.v1.MapValue', fields } };
  }
  if (meaning === Meaning.BYTES || meaning === Meaning.BYTE_STRING)
    return { case: 'bytesValue', value: bytes };
  return { case: 'stringValue', value: Buffer.from(bytes).toString('utf8') };
}

function readValue(bytes: Uint8Array, meaning: number, resolve: Resolve): Value {
  const reader = new BinaryReader(bytes);
  let read: ValueType = { case: 'nullValue', value: 0 };
  eachField(reader, reader.len, (field) => {
    if (field === 1) {
      const integer = BigInt(reader.int64());
      read = meaning === Meaning.TIMESTAMP ? timestamp(integer) : { case: 'integerValue', value: integer };
    } else if (field === 2) read = { case: 'booleanValue', value: reader.bool() };
    else if (field === 3) read = readText(reader.bytes(), meaning, resolve);
    else if (field === 4) read = { case: 'doubleValue', value: reader.double() };
    else if (field === 5) read = readPoint(reader);
    else if (field === 12) read = { case: 'referenceValue', value: resolve(readKey(reader, true)) };
    else return false;
    return true;
  });
  return value(read);
}

function list(values: Value[]): Value {
  return value({ case: 'arrayValue', value: { $typeName: 'google.firestore.v1.ArrayValue', values } });
}

/** Adds a component to the vector in `before`, or begins one. */
function vector(before: Value | undefined, component: Value): Value {
  const components = before?.valueType.case === 'mapValue' ? before.valueType.value.fields.value : undefined;
  if (before !== undefined && components?.valueType.case === 'arrayValue') {
    components.valueType.value.values.push(component);
    return before;
  }
  const fields = {
    __type__: value({ case: 'stringValue', value: '__vector__' }),
    value: list([component]),
  };
  return value({ case: 'mapValue', value: { $typeName: 'google.firestore.v1.MapValue', fields } });
}

function readProperty(bytes: Uint8Array, fields: { [name: string]: Value }, resolve: Resolve): void {
  const reader = new BinaryReader(bytes);
  let meaning = 0;
  let name = '';
  let isMultiple = false;
  let content: Uint8Array = new Uint8Array();
  eachField(reader, reader.len, (field) => {
    if (field === 1) meaning = reader.int32();
    else if (field === 3) name = reader.string();
    else if (field === 4) isMultiple = reader.bool();
    else if (field === 5) content = reader.bytes();
    else return false;
    return true;
  });
  if (meaning === Meaning.EMPTY_LIST) {
    fields[name] = list([]);
  } else if (meaning === Meaning.VECTOR && isMultiple) {
    fields[name] = vector(fields[name], readValue(content, meaning, resolve));
  } else if (isMultiple) {
    const before = fields[name]?.valueType;
    const element = readValue(content, meaning, resolve);
    if (before?.case === 'arrayValue') before.value.values.push(element);
    else fields[name] = list([element]);
  } else {
    fields[name] = readValue(content, meaning, resolve);
  }
}

function readEntity(
  bytes: Uint8Array,
  resolve: Resolve,
): { key: EntityKey; fields: { [name: string]: Value } } {
  const reader = new BinaryReader(bytes);
  const fields: { [name: string]: Value } = Object.create(null);
  let key: EntityKey = { app: '', databaseId: DEFAULT_DATABASE, path: [] };
  eachField(reader, reader.len, (field) => {
    if (field === 13) key = readKey(new BinaryReader(reader.bytes()), false);
    else if (field === 14 || field === 15) readProperty(reader.bytes(), fields, resolve);
    else return false;
    return true;
  });
  return { key, fields };
}

function keyOf(bytes: Uint8Array): EntityKey {
  const reader = new BinaryReader(bytes);
  let key: EntityKey = { app: '', databaseId: DEFAULT_DATABASE, path: [] };
  eachField(reader, reader.len, (field) => {
    if (field !== 13) return false;
    key = readKey(new BinaryReader(reader.bytes()), false);
    return true;
  });
  return key;
}

/**
 * Decodes an EntityProto (see entity-proto.ts) to a document of `databaseName`. References within
 * the exported database are rewritten to `databaseName`; others are unchanged. Throws for malformed
 * bytes.
 */
export function decodeEntity(bytes: Uint8Array, databaseName: string): Document {
  const own = keyOf(bytes);
  const resolve: Resolve = (key) => {
    const isOwn = key.app === own.app && key.databaseId === own.databaseId;
    const database = isOwn ? databaseName : `projects/${projectOfKey(key)}/databases/${key.databaseId}`;
    return `${database}/documents/${pathOfKey(key)}`;
  };
  const { key, fields } = readEntity(bytes, resolve);
  return create(DocumentSchema, { name: `${databaseName}/documents/${pathOfKey(key)}`, fields });
}
