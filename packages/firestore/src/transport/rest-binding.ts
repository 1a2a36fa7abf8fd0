import type { JsonObject } from '@bufbuild/protobuf';
import { checkPath } from '../core/resource-name.ts';
import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import { Firestore } from '../gen/google/firestore/v1/firestore_pb.js';
import { type ApiVersion, hasMethod, isApiVersion, serviceName } from './api-version.ts';

/** A method of google.firestore.v1.Firestore, in lowerCamelCase. */
type MethodName = keyof typeof Firestore.method;

/**
 * The google.api.http binding of a request: its method, the fields from its path, and how the body
 * is used.
 */
export interface RestBinding {
  readonly method: (typeof Firestore.method)[MethodName];
  readonly pathFields: JsonObject;
  /** As in google.api.HttpRule: '*' is the complete message, otherwise one field, or 'none'. */
  readonly body: '*' | 'document' | 'none';
}

function bind(name: MethodName, pathFields: JsonObject, body: RestBinding['body']): RestBinding {
  return { method: Firestore.method[name], pathFields, body };
}

/** The custom verbs whose path is the field `parent`. */
const PARENT_VERBS: ReadonlySet<string> = new Set([
  'runQuery',
  'runAggregationQuery',
  'partitionQuery',
  'listCollectionIds',
]);

/** The custom verbs that differ from their method's name. */
const VERB_METHODS: { readonly [verb: string]: MethodName } = { batchGet: 'batchGetDocuments' };

/** These methods belong to a database: firestore.proto does not bind them below a document. */
function requireRoot(verb: string, database: string, parent: string): void {
  if (parent === `${database}/documents`) return;
  throw invalidArgument(`:${verb} is a method of the database: POST it to ${database}/documents:${verb}.`);
}

function bindVerb(version: ApiVersion, verb: string, database: string, parent: string): RestBinding {
  const renamed = Object.hasOwn(VERB_METHODS, verb) ? VERB_METHODS[verb] : undefined;
  if (renamed) {
    requireRoot(verb, database, parent);
    return bind(renamed, { database }, '*');
  }
  if (!Object.hasOwn(Firestore.method, verb) || !hasMethod(version, verb)) {
    throw new RpcError(StatusCode.UNIMPLEMENTED, `Method :${verb} is unknown to ${serviceName(version)}.`);
  }
  const name = verb as MethodName;
  if (PARENT_VERBS.has(verb)) return bind(name, { parent }, '*');
  requireRoot(verb, database, parent);
  return bind(name, { database }, '*');
}

function bindResource(
  httpMethod: string,
  documents: string,
  rest: readonly string[],
): RestBinding | undefined {
  // An empty collection id would stand for all collections.
  checkPath(rest);
  const name = [documents, ...rest].join('/');
  const inCollection = rest.length % 2 === 1;
  const parent = [documents, ...rest.slice(0, -1)].join('/');
  switch (httpMethod) {
    case 'GET':
      if (rest.length === 0) return undefined;
      if (inCollection) return bind('listDocuments', { parent, collectionId: rest.at(-1) as string }, 'none');
      return bind('getDocument', { name }, 'none');
    case 'POST':
      if (rest.length === 0) return undefined;
      if (!inCollection) {
        throw invalidArgument(
          `"${name}" is a document: POST creates one in a collection, PATCH replaces or updates one.`,
        );
      }
      return bind('createDocument', { parent, collectionId: rest.at(-1) as string }, 'document');
    case 'PATCH':
      return rest.length === 0 ? undefined : bind('updateDocument', { document: { name } }, 'document');
    case 'DELETE':
      return rest.length === 0 ? undefined : bind('deleteDocument', { name }, 'none');
    default:
      return undefined;
  }
}

/**
 * The binding of `/v1/projects/P/databases/D/documents…`, or the same in v1beta1, according to the
 * google.api.http options of firestore.proto; undefined for other paths.
 * `/v1/projects/p/databases/d/documents/a/b:runQuery` → runQuery with parent `…/documents/a/b`.
 * Throws UNIMPLEMENTED for an unknown custom verb.
 */
export function bindPath(httpMethod: string, segments: readonly string[]): RestBinding | undefined {
  const [version, projects, project, databases, database] = segments;
  const last = segments.at(-1) as string;
  if (!isApiVersion(version) || projects !== 'projects' || databases !== 'databases' || segments.length < 6)
    return undefined;
  const colon = httpMethod === 'POST' ? last.lastIndexOf(':') : -1;
  const path = colon < 0 ? segments : [...segments.slice(0, -1), last.slice(0, colon)];
  if (path[5] !== 'documents') return undefined;
  const databaseName = `projects/${project}/databases/${database}`;
  if (colon < 0) return bindResource(httpMethod, `${databaseName}/documents`, path.slice(6));
  return bindVerb(version, last.slice(colon + 1), databaseName, path.slice(1).join('/'));
}
