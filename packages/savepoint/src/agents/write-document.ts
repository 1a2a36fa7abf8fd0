import { serverUrl } from 'savepoint-stack/config/environment';
import { UserError } from 'savepoint-stack/user-error';
import { jsonToFields } from './document-json.ts';
import { locate, request, segmentsOf } from './read-documents.ts';

export interface DocumentWrite {
  /** Such as `orders/o1`. */
  readonly path: string;
  /** `set` replaces all fields; `update` changes the given fields of an existing document. */
  readonly action: 'set' | 'update' | 'delete';
  /** JSON in the format of document-json.ts. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Writes a document as the owner. Resolves with the commit time.
 * @throws UserError for the path of a collection, for missing or disallowed fields, and with
 * Firestore's message when it rejects the write
 */
export async function writeDocument(
  port: number,
  projectId: string,
  { path, action, fields }: DocumentWrite,
): Promise<string> {
  const segments = segmentsOf(path);
  if (segments.length % 2 === 1) {
    throw new UserError(`${path} is a collection`, 'Pass a document, such as orders/o1.');
  }
  if ((action === 'delete') !== (fields === undefined)) {
    throw new UserError(
      action === 'delete' ? 'A deletion takes no fields' : `Expected the fields to ${action}`,
      'For example {"status": "paid"}.',
    );
  }
  const { name } = locate(port, projectId, segments);
  const [, database] = /^(.*?)\/documents/.exec(name) as unknown as [string, string];
  const write =
    fields === undefined
      ? { delete: name }
      : {
          update: { name, fields: jsonToFields(fields) },
          ...(action === 'update' && {
            updateMask: { fieldPaths: Object.keys(fields).map(quoteFieldName) },
            currentDocument: { exists: true },
          }),
        };
  const { commitTime } = await request<{ commitTime: string }>(
    `${serverUrl(port)}/v1/${database}/documents:commit`,
    { writes: [write] },
  );
  return commitTime;
}

/**
 * Quotes a field name for a field path if it is not an identifier
 * (https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents#Document).
 */
function quoteFieldName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, '\\$&')}\``;
}
