// Exports and imports the objects of the Storage emulator through the JSON API of Cloud Storage.
import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { serverUrl } from '../config/environment.ts';
import { fetchServer, noResponse } from '../processes/fetch-server.ts';
import { responseError } from './call-server.ts';

/** The metadata fields that an upload can set. Download tokens are part of the custom metadata. */
const METADATA_FIELDS = [
  'contentType',
  'cacheControl',
  'contentDisposition',
  'contentEncoding',
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
      const content = (await readContent(port, path)).toString('base64');
      const metadata = Object.fromEntries(
        METADATA_FIELDS.filter((field) => item[field] !== undefined).map((field) => [field, item[field]]),
      );
      into.push({ bucket, name: item.name, metadata, content });
    }
    page = nextPageToken;
  }
}

/** Reads the stored bytes; fetch would decompress them. */
async function readContent(port: number, path: string): Promise<Buffer> {
  const url = `${serverUrl(port)}${path}`;
  const headers = { authorization: 'Bearer owner', 'accept-encoding': 'gzip' };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).once('error', (error) => reject(noResponse('Storage', url, error)));
  });
  const content = Buffer.concat(await response.toArray());
  const status = response.statusCode ?? 0;
  if (status !== 200) throw responseError('GET', url, status, content.toString('utf8'));
  return content;
}

/** Writes the objects. They get a new creation time and generation. */
export async function importObjects(port: number, objects: readonly StoredObject[]): Promise<void> {
  for (const { bucket, name, metadata, content } of objects) {
    // The content may contain any line, including an earlier boundary.
    const boundary = randomUUID();
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
  const response = await fetchServer('Storage', url, {
    method,
    headers: {
      authorization: 'Bearer owner',
      ...(content === undefined ? {} : { 'content-type': content.type }),
    },
    ...(content === undefined ? {} : { body: content.body }),
  });
  if (response.ok) return response;
  throw responseError(method, url, response.status, await response.text());
}
