// Field numbers of Datastore's EntityProto, the record format of exports:
//
//   EntityProto    13 key (Reference)  14 indexed property  15 raw property  16 entity group (Path)
//   Reference      13 app  14 path (Path)  20 namespace  23 database
//   Path           1 group Element { 2 kind  3 numeric id  4 name }
//   Property       1 meaning  3 name  4 multiple  5 value (PropertyValue)
//   PropertyValue  1 int64  2 boolean  3 string  4 double  5 group Point { 6 x  7 y }
//                  12 group Reference { 13 app  14 group Element { 15 kind  16 id  17 name }
//                  20 namespace  23 database }
//
// An array is one property per element with `multiple` set; an empty array is one property with the
// meaning EMPTY_LIST. A vector is the same with doubles and the meaning VECTOR. A map is an
// EntityProto without a key inside a string. Null is a PropertyValue without fields.

/** Property.meaning: the Firestore type of a value where its PropertyValue field is ambiguous. */
export const Meaning = {
  TIMESTAMP: 7,
  GEO_POINT: 9,
  BYTES: 14,
  TEXT: 15,
  BYTE_STRING: 16,
  ENTITY: 19,
  EMPTY_LIST: 24,
  VECTOR: 31,
} as const;

const NUMERIC_ID = /^__id(-?\d{1,19})__$/;
const DOCUMENT_NAME = /^projects\/([^/]+)\/databases\/([^/]+)\/documents\/(.+)$/s;

/** The database id that keys and references omit. */
export const DEFAULT_DATABASE = '(default)';

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
export function keyOfName(name: string): EntityKey {
  const [, projectId, databaseId, path] = DOCUMENT_NAME.exec(name) as unknown as [
    string,
    string,
    string,
    string,
  ];
  const segments = path.split('/');
  const elements: PathElement[] = [];
  for (let index = 0; index < segments.length; index += 2) {
    const id = segments[index + 1] as string;
    const numeric = NUMERIC_ID.exec(id)?.[1];
    elements.push({ kind: segments[index] as string, id: numeric === undefined ? id : BigInt(numeric) });
  }
  return { app: `dev~${projectId}`, databaseId, path: elements };
}

/** The path of a key, relative to /documents. */
export function pathOfKey({ path }: EntityKey): string {
  return path.map(({ kind, id }) => `${kind}/${typeof id === 'bigint' ? `__id${id}__` : id}`).join('/');
}

/** The project id of a key: 'demo' for the apps 'dev~demo', 's~demo' and 'demo'. */
export function projectOfKey({ app }: EntityKey): string {
  return app.slice(app.indexOf('~') + 1);
}
