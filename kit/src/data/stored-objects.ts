// Exports and imports the objects of the Storage emulator through the JSON API of Cloud Storage.
import { serverUrl } from '../config/environment.ts';
import { commandText } from '../config/project.ts';
import { UserError } from '../user-error.ts';

/**
 * Of an object's metadata, what an upload can set. The download tokens are among the custom metadata. The encoding is not here: fetch
 * decompresses content, which is then stored as it is.
 */
const METADATA_FIELDS = [
  'contentType',
  'cacheControl',
  'contentDisposition',
  'contentLanguage',
  'metadata',
] as const;

/** A file of a bucket. */
export interface StoredObject {
  readonly bucket: string;
  readonly name: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Base64. */
  readonly content: string;
}

/** Reads the objects of all buckets. */
export async function exportObjects(port: number): Promise<StoredObject[]> {
  const { items: buckets = [] } = (await (await call(port, 'GET', '/b')).json()) as {
    items?: { name: string }[];
  };
  const objects: StoredObject[] = [];
  for (const { name } of buckets) await collectObjects(port, name, objects);
  return objects;
}

async function collectObjects(port: number, bucket: string, into: StoredObject[]): Promise<void> {
  for (let page: string | undefined = ''; page !== undefined; ) {
    const query: string = page === '' ? '' : `?pageToken=${encodeURIComponent(page)}`;
    const { items = [], nextPageToken } = (await (
      await call(port, 'GET', `/b/${encodeURIComponent(bucket)}/o${query}`)
    ).json()) as {
      items?: ({ name: string } & Record<string, unknown>)[];
      nextPageToken?: string;
    };
    for (const item of items) {
      const path = `/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(item.name)}?alt=media`;
      const content = Buffer.from(await (await call(port, 'GET', path)).arrayBuffer()).toString('base64');
      const metadata = Object.fromEntries(
        METADATA_FIELDS.filter((field) => item[field] !== undefined).map((field) => [field, item[field]]),
      );
      into.push({ bucket, name: item.name, metadata, content });
    }
    page = nextPageToken;
  }
}

/** Writes the objects; they are new ones, with a time and a generation of their own. */
export async function importObjects(port: number, objects: readonly StoredObject[]): Promise<void> {
  for (const { bucket, name, metadata, content } of objects) {
    const boundary = 'snapshot-of-savepoint';
    const body = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-type: application/json\r\n\r\n${JSON.stringify({ ...metadata, name })}\r\n` +
          `--${boundary}\r\ncontent-type: ${metadata.contentType ?? 'application/octet-stream'}\r\n\r\n`,
      ),
      Buffer.from(content, 'base64'),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const path = `/upload/storage/v1/b/${encodeURIComponent(bucket)}/o?uploadType=multipart&name=${encodeURIComponent(name)}`;
    await call(port, 'POST', path, { body, type: `multipart/related; boundary=${boundary}` });
  }
}

async function call(
  port: number,
  method: string,
  path: string,
  content?: { readonly body: Uint8Array<ArrayBuffer>; readonly type: string },
): Promise<Response> {
  const url = `${serverUrl(port)}${path}`;
  const response = await fetch(url, {
    method,
    headers: {
      authorization: 'Bearer owner',
      ...(content === undefined ? {} : { 'content-type': content.type }),
    },
    ...(content === undefined ? {} : { body: content.body }),
  });
  if (response.ok) return response;
  const text = (await response.text()).slice(0, 300);
  throw new UserError(
    `${method} ${url} returned ${response.status}: ${text}`,
    `See the output of ${commandText('start')}.`,
  );
}
