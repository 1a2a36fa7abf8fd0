// The in-memory form of field values. It must be compact, because all documents are held in memory:
// plain JavaScript values if possible, shared hidden classes for maps, and classes for the rest.
//
//   null, boolean, string                      the same in JavaScript
//   integer  bigint      double  number        array  Array      bytes  Uint8Array      map  Fields
//   timestamp, geopoint, reference, vector     a class each

/** The order of types in a sorted index; also identifies the type of a value. NaN is a number. */
export const TypeOrder = {
  NULL: 0,
  BOOLEAN: 1,
  NUMBER: 2,
  TIMESTAMP: 3,
  STRING: 4,
  BYTES: 5,
  REFERENCE: 6,
  GEO_POINT: 7,
  ARRAY: 8,
  VECTOR: 9,
  MAP: 10,
} as const;
export type TypeOrder = (typeof TypeOrder)[keyof typeof TypeOrder];

/**
 * The property that holds an object's TypeOrder: a symbol, so that no field name of a map can
 * shadow it.
 */
const TYPE = Symbol('type');

/** Seconds since 1970 and nanoseconds (0..999,999,999, whole microseconds once stored). */
export class TimestampValue {
  readonly seconds: number;
  readonly nanos: number;
  declare readonly [TYPE]: TypeOrder;
  constructor(seconds: number, nanos: number) {
    this.seconds = seconds;
    this.nanos = nanos;
  }
}

/** Latitude and longitude in degrees. */
export class GeoPointValue {
  readonly latitude: number;
  readonly longitude: number;
  declare readonly [TYPE]: TypeOrder;
  constructor(latitude: number, longitude: number) {
    this.latitude = latitude;
    this.longitude = longitude;
  }
}

/** A reference to a document, by its full resource name. */
export class ReferenceValue {
  readonly name: string;
  declare readonly [TYPE]: TypeOrder;
  constructor(name: string) {
    this.name = name;
  }
}

/** A vector of doubles. On the wire it is the map {__type__: '__vector__', value: [doubles]}. */
export class VectorValue {
  readonly values: readonly number[];
  declare readonly [TYPE]: TypeOrder;
  constructor(values: readonly number[]) {
    this.values = values;
  }
}

/**
 * The fields of a map or a document, by name. Instances inherit no members, so '__proto__' and
 * 'constructor' are ordinary field names. Create them with `new Fields()`; iterate with for..in.
 */
export interface Fields {
  [name: string]: FieldValue;
}
export const Fields = function Fields() {} as unknown as new () => Fields;

/** A field value in its in-memory form. */
export type FieldValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | TimestampValue
  | GeoPointValue
  | ReferenceValue
  | VectorValue
  | Uint8Array
  | readonly FieldValue[]
  | Fields;

// The `prototype` of a function is writable, but the type of a class does not express that.
(Fields as unknown as { prototype: object }).prototype = Object.create(null, {
  [TYPE]: { value: TypeOrder.MAP },
}) as object;
for (const [owner, type] of [
  [TimestampValue, TypeOrder.TIMESTAMP],
  [GeoPointValue, TypeOrder.GEO_POINT],
  [ReferenceValue, TypeOrder.REFERENCE],
  [VectorValue, TypeOrder.VECTOR],
] as const) {
  Object.defineProperty(owner.prototype, TYPE, { value: type });
}

/** The type of a value, in index order. */
export function typeOrder(value: FieldValue): TypeOrder {
  switch (typeof value) {
    case 'string':
      return TypeOrder.STRING;
    case 'number':
    case 'bigint':
      return TypeOrder.NUMBER;
    case 'boolean':
      return TypeOrder.BOOLEAN;
    default: {
      if (value === null) return TypeOrder.NULL;
      const own = (value as { [TYPE]?: TypeOrder })[TYPE];
      if (own !== undefined) return own;
      return Array.isArray(value) ? TypeOrder.ARRAY : TypeOrder.BYTES;
    }
  }
}

/** True for maps, not for vectors. */
export function isMap(value: FieldValue | undefined): value is Fields {
  return (
    typeof value === 'object' && value !== null && (value as { [TYPE]?: TypeOrder })[TYPE] === TypeOrder.MAP
  );
}

/** The value of the field at `path`; undefined when it is missing or a parent is not a map. */
export function fieldAt(fields: Fields, path: readonly string[]): FieldValue | undefined {
  let value: FieldValue | undefined = fields[path[0] as string];
  for (let i = 1; i < path.length; i++) {
    if (!isMap(value)) return undefined;
    value = value[path[i] as string];
  }
  return value;
}
