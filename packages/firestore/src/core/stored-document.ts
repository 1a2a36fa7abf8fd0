import type { Timestamp } from '@bufbuild/protobuf/wkt';
import type { Document, Value } from '../gen/google/firestore/v1/document_pb.js';
import { type Micros, microsToTimestamp, timestampToMicros } from './commit-time.ts';
import {
  compareIds,
  comparePaths,
  lastId,
  parentPath,
  parseDocumentName,
  resourceName,
} from './resource-name.ts';
import { Fields, type FieldValue, fieldAt, isMap } from './value.ts';
import { fromFields, toFields } from './value-message.ts';
import { documentSize } from './value-size.ts';

/** One immutable version of a document; a write creates another. */
export class StoredDocument {
  /** Path of the collection, e.g. 'rooms/eros/messages'. All its documents share this string. */
  readonly collection: string;
  readonly id: string;
  readonly fields: Fields;
  readonly createTime: Micros;
  readonly updateTime: Micros;
  /** Storage size; 0 for a projection, which is not stored. */
  readonly bytes: number;

  constructor(
    collection: string,
    id: string,
    fields: Fields,
    createTime: Micros,
    updateTime: Micros,
    bytes = 0,
  ) {
    this.collection = collection;
    this.id = id;
    this.fields = fields;
    this.createTime = createTime;
    this.updateTime = updateTime;
    this.bytes = bytes;
  }

  /** Path below the database, e.g. 'rooms/eros/messages/m1'. */
  get path(): string {
    return `${this.collection}/${this.id}`;
  }
}

/** Compares two documents by name. */
export function compareNames(left: StoredDocument, right: StoredDocument): number {
  return left.collection === right.collection
    ? compareIds(left.id, right.id)
    : comparePaths(left.path, right.path);
}

/**
 * A google.firestore.v1.Document that wraps a stored one. Its fields are converted on first access,
 * so a transport that encodes `stored` itself does not pay for the conversion.
 */
class DocumentMessage {
  readonly $typeName = 'google.firestore.v1.Document' as const;
  readonly name: string;
  readonly createTime: Timestamp;
  readonly updateTime: Timestamp;
  readonly stored: StoredDocument;
  #fields: { [name: string]: Value } | undefined;

  constructor(database: string, stored: StoredDocument) {
    this.name = resourceName(database, stored.path);
    this.createTime = microsToTimestamp(stored.createTime);
    this.updateTime = microsToTimestamp(stored.updateTime);
    this.stored = stored;
  }

  get fields(): { [name: string]: Value } {
    this.#fields ??= toFields(this.stored.fields);
    return this.#fields;
  }
}

/** The wire form of a document, reduced to the fields in the field mask if there is one. */
export function documentMessage(
  database: string,
  stored: StoredDocument,
  mask?: readonly (readonly string[])[],
): Document {
  const { collection, id, createTime, updateTime } = stored;
  const projected =
    mask === undefined
      ? stored
      : new StoredDocument(collection, id, project(stored.fields, mask), createTime, updateTime);
  // The accessor `fields` satisfies every reader of the generated interface.
  return new DocumentMessage(database, projected) as unknown as Document;
}

/**
 * Projects `fields` to the field paths in `mask`. Maps are included only if they contain one of
 * them.
 */
function project(fields: Fields, mask: readonly (readonly string[])[]): Fields {
  const result = new Fields();
  for (const path of mask) if (fieldAt(fields, path) !== undefined) copyPath(fields, result, path, 0);
  return result;
}

function copyPath(from: Fields, to: Fields, path: readonly string[], depth: number): void {
  const name = path[depth] as string;
  const value = from[name];
  if (value === undefined) return;
  if (depth === path.length - 1) {
    to[name] = value;
    return;
  }
  if (!isMap(value)) return;
  const existing: FieldValue | undefined = to[name];
  // A shorter path of the mask has already copied the map that contains this field.
  if (existing === value) return;
  const child = isMap(existing) ? existing : new Fields();
  to[name] = child;
  copyPath(value, child, path, depth + 1);
}

/**
 * Decodes a wire document with its times; a missing time defaults to `now`. Throws
 * INVALID_ARGUMENT.
 */
export function storedDocument(message: Document, now: Micros): StoredDocument {
  const { path } = parseDocumentName(message.name);
  const updateTime = message.updateTime ? timestampToMicros(message.updateTime) : now;
  const createTime = message.createTime ? timestampToMicros(message.createTime) : updateTime;
  const fields = fromFields(message.fields);
  const bytes = documentSize(path, fields);
  return new StoredDocument(parentPath(path), lastId(path), fields, createTime, updateTime, bytes);
}
