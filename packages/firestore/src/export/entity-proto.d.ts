/** Property.meaning: the Firestore type of a value where its PropertyValue field is ambiguous. */
export declare const Meaning: {
    readonly TIMESTAMP: 7;
    readonly GEO_POINT: 9;
    readonly BYTES: 14;
    readonly TEXT: 15;
    readonly BYTE_STRING: 16;
    readonly ENTITY: 19;
    readonly EMPTY_LIST: 24;
    readonly VECTOR: 31;
};
/** The database id that keys and references omit. */
export declare const DEFAULT_DATABASE = "(default)";
/** One element of a path: a collection id and a document id. */
export interface PathElement {
    readonly kind: string;
    /** A number for ids of the form __id7__. */
    readonly id: string | bigint;
}
/** The target of a key or a reference. */
export interface EntityKey {
    /** The project id with Datastore's partition prefix, e.g. 'dev~demo'. */
    readonly app: string;
    readonly databaseId: string;
    readonly path: readonly PathElement[];
}
/** The key of a document name, e.g. of 'projects/demo/databases/(default)/documents/a/b'. */
export declare function keyOfName(name: string): EntityKey;
/** The path of a key, relative to /documents. */
export declare function pathOfKey({ path }: EntityKey): string;
/** The project id of a key: 'demo' for the apps 'dev~demo', 's~demo' and 'demo'. */
export declare function projectOfKey({ app }: EntityKey): string;
