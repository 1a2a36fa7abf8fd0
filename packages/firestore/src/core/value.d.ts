/** The order of types in a sorted index; also identifies the type of a value. NaN is a number. */
export declare const TypeOrder: {
    readonly NULL: 0;
    readonly BOOLEAN: 1;
    readonly NUMBER: 2;
    readonly TIMESTAMP: 3;
    readonly STRING: 4;
    readonly BYTES: 5;
    readonly REFERENCE: 6;
    readonly GEO_POINT: 7;
    readonly ARRAY: 8;
    readonly VECTOR: 9;
    readonly MAP: 10;
};
export type TypeOrder = (typeof TypeOrder)[keyof typeof TypeOrder];
/**
 * The property that holds an object's TypeOrder: a symbol, so that no field name of a map can
 * shadow it.
 */
declare const TYPE: unique symbol;
/** Seconds since 1970 and nanoseconds (0..999,999,999, whole microseconds once stored). */
export declare class TimestampValue {
    readonly seconds: number;
    readonly nanos: number;
    readonly [TYPE]: TypeOrder;
    constructor(seconds: number, nanos: number);
}
/** Latitude and longitude in degrees. */
export declare class GeoPointValue {
    readonly latitude: number;
    readonly longitude: number;
    readonly [TYPE]: TypeOrder;
    constructor(latitude: number, longitude: number);
}
/** A reference to a document, by its full resource name. */
export declare class ReferenceValue {
    readonly name: string;
    readonly [TYPE]: TypeOrder;
    constructor(name: string);
}
/** A vector of doubles. On the wire it is the map {__type__: '__vector__', value: [doubles]}. */
export declare class VectorValue {
    readonly values: readonly number[];
    readonly [TYPE]: TypeOrder;
    constructor(values: readonly number[]);
}
/**
 * The fields of a map or a document by name. Instances have no inherited members, so that
 * '__proto__' and 'constructor' are ordinary field names. Create them with `new Fields()`; iterate
 * with for..in.
 */
export interface Fields {
    [name: string]: FieldValue;
}
export declare const Fields: new () => Fields;
/** A field value in its in-memory form. */
export type FieldValue = null | boolean | number | bigint | string | TimestampValue | GeoPointValue | ReferenceValue | VectorValue | Uint8Array | readonly FieldValue[] | Fields;
/** The type of a value, in index order. */
export declare function typeOrder(value: FieldValue): TypeOrder;
/** True for maps, not for vectors. */
export declare function isMap(value: FieldValue | undefined): value is Fields;
/** The value of the field at `path`; undefined when it is missing or a parent is not a map. */
export declare function fieldAt(fields: Fields, path: readonly string[]): FieldValue | undefined;
export {};
