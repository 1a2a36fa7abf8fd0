// The address of the data page: /data/DATABASE/COLLECTION/DOCUMENT/..., or
// /data/PROJECT:DATABASE/... for another project, with the query in its parameters.
import { JsonTextError, parseFields } from './json-text.ts';
import {
  type CollectionQuery,
  databaseName,
  type Filter,
  OPERATORS,
  type Operator,
  resourceName,
} from './requests.ts';
import { itemsOf, type Value } from './values.ts';

const LIST_OPERATORS: ReadonlySet<Operator> = new Set(['in', 'not-in', 'array-contains-any']);

export interface DataPath {
  /** Absent for the stack's own project. */
  readonly projectId?: string;
  readonly databaseId: string;
  /** Alternating collection and document ids. */
  readonly segments: readonly string[];
}

/** Parses the path in an address, in which ids are encoded. */
export function parseDataPath(pathname: string): DataPath {
  const [database = '(default)', ...segments] = pathname
    .replace(/^\/data\/?/, '')
    .split('/')
    .filter((each) => each !== '');
  const [databaseId = '', projectId] = database.split(':').map(decode).reverse();
  return {
    ...(projectId === undefined ? {} : { projectId }),
    databaseId,
    segments: segments.map(decode),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a path, with an unchanged query. */
export function dataHref({ projectId, databaseId, segments }: DataPath, search = ''): string {
  const project = projectId === undefined ? '' : `${encodeURIComponent(projectId)}:`;
  return `/data/${project}${[databaseId, ...segments].map(encodeURIComponent).join('/')}${search}`;
}

/** The segments of the listed collection, without a document; empty at the root. */
export function collectionSegments(segments: readonly string[]): readonly string[] {
  return segments.length % 2 === 1 ? segments : segments.slice(0, -1);
}

/** Parses the query in an address; null at the root, where no collection is selected. */
export function parseQuery(
  projectId: string,
  path: DataPath,
  params: URLSearchParams,
): CollectionQuery | null {
  const segments = collectionSegments(path.segments);
  const collectionId = segments.at(-1);
  if (collectionId === undefined) return null;
  const isGroup = params.get('group') !== null;
  const order = params.get('order');
  const database = databaseName(projectId, path.databaseId);
  return {
    parent: isGroup ? `${database}/documents` : resourceName(database, segments.slice(0, -1)),
    collectionId,
    isGroup,
    filters: params.getAll('where').flatMap((text) => parseFilter(text) ?? []),
    orderBy:
      order === null || order === ''
        ? null
        : { field: order.replace(/^-/, ''), isDescending: order.startsWith('-') },
  };
}

/** A filter as written in the address: `field operator value`, the value as JSON. */
export function formatFilter(field: string, operator: Operator, text: string): string {
  return `${field} ${operator} ${text}`;
}

/** Parses a filter; undefined if the text is not one. A value that is not JSON is a string. */
export function parseFilter(text: string): Filter | undefined {
  const [, field, operator, value] = /^(`(?:[^`\\]|\\.)+`\S*|\S+) (\S+) (.*)$/s.exec(text) ?? [];
  if (field === undefined || value === undefined || !Object.hasOwn(OPERATORS, operator ?? ''))
    return undefined;
  return { field, operator: operator as Operator, value: parseValue(value) };
}

/** The problem with a typed filter value; undefined if it is valid. */
export function findFilterProblem(operator: Operator, text: string): string | undefined {
  try {
    JSON.parse(text);
    parseFields(`{"value": ${text}}`);
  } catch (error) {
    if (error instanceof JsonTextError) return error.message;
  }
  const value = parseValue(text);
  if (!LIST_OPERATORS.has(operator) || ('arrayValue' in value && itemsOf(value).length > 0)) return undefined;
  return `The value of ${operator} must be a non-empty list, such as ["a", "b"].`;
}

/** A typed value: JSON as in documents, otherwise a string. */
export function parseValue(text: string): Value {
  try {
    return parseFields(`{"value": ${text}}`).value ?? { stringValue: text };
  } catch (error) {
    if (error instanceof JsonTextError) return { stringValue: text };
    throw error;
  }
}
