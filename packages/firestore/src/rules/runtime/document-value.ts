/** Conversion of stored documents, query operands and token claims to rules values. */
import type { Value } from '../../gen/google/firestore/v1/document_pb.js';
import { RulesLatLng, RulesMap, RulesPath, RulesTimestamp, type RulesValue } from './value.ts';

/** A document as seen by rules. */
export interface RulesDocument {
  /** Segments after `/documents`. */
  readonly path: readonly string[];
  readonly fields: { readonly [name: string]: Value };
  /** Its storage size, if known. */
  readonly bytes?: number;
}

/** The path `/databases/<database>/documents/<segments>`. */
export function documentPath(databaseId: string, segments: readonly string[]): RulesPath {
  return new RulesPath(['databases', databaseId, 'documents', ...segments]);
}

/**
 * Converts the reference `projects/p/databases/d/documents/a/b` to the path
 * `/databases/d/documents/a/b`.
 */
function referencePath(name: string): RulesPath {
  const segments = name.split('/').filter((segment) => segment !== '');
  return new RulesPath(segments[0] === 'projects' ? segments.slice(2) : segments);
}

/** Converts a stored value. The values of a map are converted when they are read. */
export function fromStoredValue({ valueType }: Value): RulesValue {
  switch (valueType.case) {
    case 'booleanValue':
    case 'integerValue':
    case 'doubleValue':
    case 'stringValue':
    case 'bytesValue':
      return valueType.value;
    case 'timestampValue':
      return fromTimestamp(valueType.value);
    case 'geoPointValue':
      return new RulesLatLng(valueType.value.latitude, valueType.value.longitude);
    case 'referenceValue':
      return referencePath(valueType.value);
    case 'arrayValue':
      return valueType.value.values.map(fromStoredValue);
    case 'mapValue':
      return new FieldsMap(valueType.value.fields);
    default:
      return null;
  }
}

/** Converts a google.protobuf.Timestamp. */
export function fromTimestamp(time: { readonly seconds: bigint; readonly nanos: number }): RulesTimestamp {
  return new RulesTimestamp(time.seconds * 1_000_000_000n + BigInt(time.nanos));
}

/** A map of stored fields; each is converted when it is first read. */
class FieldsMap extends RulesMap {
  readonly #fields: { readonly [name: string]: Value };
  readonly #converted = new Map<string, RulesValue>();

  constructor(fields: { readonly [name: string]: Value }) {
    super();
    this.#fields = fields;
  }

  override lookup(key: string): RulesValue | undefined {
    const cached = this.#converted.get(key);
    if (cached !== undefined) return cached;
    const stored = Object.hasOwn(this.#fields, key) ? this.#fields[key] : undefined;
    if (stored === undefined) return undefined;
    const value = fromStoredValue(stored);
    this.#converted.set(key, value);
    return value;
  }

  override keys(): readonly string[] {
    return Object.keys(this.#fields).sort();
  }
}

/** Converts a JSON value, such as a token claim, or a date. Numbers without a fraction are ints. */
function fromJson(json: unknown): RulesValue {
  switch (typeof json) {
    case 'boolean':
    case 'string':
    case 'bigint':
      return json;
    case 'number':
      return Number.isSafeInteger(json) ? BigInt(json) : json;
    case 'object':
      if (json === null) return null;
      if (Array.isArray(json)) return json.map(fromJson);
      if (json instanceof Date) return new RulesTimestamp(BigInt(json.getTime()) * 1_000_000n);
      return new JsonMap(json as Readonly<Record<string, unknown>>);
    default:
      return null;
  }
}

/** A map of JSON values and dates; each is converted when it is read. */
export class JsonMap extends RulesMap {
  readonly #json: Readonly<Record<string, unknown>>;

  constructor(json: Readonly<Record<string, unknown>>) {
    super();
    this.#json = json;
  }

  override lookup(key: string): RulesValue | undefined {
    if (!Object.hasOwn(this.#json, key)) return undefined;
    const value = this.#json[key];
    return value === undefined ? undefined : fromJson(value);
  }

  override keys(): readonly string[] {
    return Object.keys(this.#json)
      .filter((key) => this.#json[key] !== undefined)
      .sort();
  }
}

/** A document as the value of `resource`: a map of `data`, `id` and `__name__`. */
export class ResourceMap extends RulesMap {
  readonly #document: RulesDocument;
  readonly #databaseId: string;
  #data: FieldsMap | undefined;

  constructor(document: RulesDocument, databaseId: string) {
    super();
    this.#document = document;
    this.#databaseId = databaseId;
  }

  override lookup(key: string): RulesValue | undefined {
    switch (key) {
      case 'data':
        this.#data ??= new FieldsMap(this.#document.fields);
        return this.#data;
      case 'id':
        return this.#document.path.at(-1) ?? '';
      case '__name__':
        return documentPath(this.#databaseId, this.#document.path);
      default:
        return undefined;
    }
  }

  override keys(): readonly string[] {
    return ['__name__', 'data', 'id'];
  }
}
