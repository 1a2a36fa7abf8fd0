// Converts the Storage requests of "Try it" to test cases of the Firebase Rules API.
import type { TokenClaims } from '../api/caller-endpoints.ts';
import type { TestCase } from './rules-endpoints.ts';
import type { Method } from './test-case.ts';

/** A typed request. */
export interface TypedFileRequest {
  readonly method: Method;
  /** Name of the file, or of the folder to list. */
  readonly name: string;
  /** The file before the request, as JSON or `null`; empty for the stored one. */
  readonly before: string;
  /** The file after the upload, as JSON. */
  readonly after: string;
}

export const EXAMPLE_FILE = '{"size": 2000, "contentType": "image/png"}';
/** Fields that are strings in the JSON API but numbers in rules. */
const NUMBERS = ['size', 'generation', 'metageneration'];

/**
 * Converts a file from the JSON API to the form that rules see
 * (https://firebase.google.com/docs/reference/security/storage).
 */
export function toRulesObject(file: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(file).map(([name, value]) => [name, NUMBERS.includes(name) ? Number(value) : value]),
  );
}

/**
 * Converts a request to a test case.
 * @param stored the previous file, if none is typed
 * @throws Error that names the invalid part
 */
export function toFileTestCase(
  bucket: string,
  { method, name, before, after }: TypedFileRequest,
  stored: object | null,
  claims: TokenClaims | null,
): TestCase {
  const segments = name.split('/').filter((each) => each !== '');
  if (segments.length === 0 && method !== 'list') {
    throw new Error('The name of the file is empty: type one, such as images/a.png.');
  }
  const resource = before.trim() === '' ? stored : parseFile('The file before', before);
  const isWrite = method === 'create' || method === 'update';
  const upload = isWrite ? parseFile('The file', after) : null;
  if (isWrite && upload === null) throw new Error('The file, as the upload leaves it, cannot be null.');
  return {
    expectation: 'ALLOW',
    expressionReportLevel: 'FULL',
    pathEncoding: 'URL_ENCODED',
    request: {
      method,
      path: ['/b', bucket, 'o', ...segments]
        .map((each, index) => (index === 0 ? each : encodeURIComponent(each)))
        .join('/'),
      ...(claims === null ? {} : { auth: { uid: String(claims.user_id ?? claims.sub), token: claims } }),
      ...(upload === null ? {} : { resource: { data: { ...upload, name: segments.join('/'), bucket } } }),
    },
    resource: resource === null || method === 'list' ? null : { data: resource },
  };
}

function parseFile(part: string, text: string): object | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${part} is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new Error(`${part} is a JSON object, such as ${EXAMPLE_FILE}.`);
  }
  return value;
}
