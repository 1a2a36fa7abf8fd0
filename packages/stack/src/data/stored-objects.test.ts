import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportObjects, importObjects, type StoredObject } from './stored-objects.ts';

interface Upload {
  readonly metadataRaw: string;
  readonly dataRaw: Buffer;
}
// The parser that the Storage emulator reads uploads with.
const { parseObjectUploadMultipartRequest: parseUpload } = createRequire(import.meta.url)(
  '../../../../node_modules/firebase-tools/lib/emulator/storage/multipart.js',
) as { parseObjectUploadMultipartRequest: (type: string, body: Buffer) => Upload };

const GZIPPED = gzipSync('compressed');
const uploads: Upload[] = [];
const server = createServer(async (incoming, response) => {
  const { method, url = '', headers } = incoming;
  if (method === 'POST') {
    uploads.push(parseUpload(headers['content-type'] ?? '', Buffer.concat(await incoming.toArray())));
    return response.end('{}');
  }
  if (url.includes('alt=media')) return response.writeHead(200, { 'content-encoding': 'gzip' }).end(GZIPPED);
  const items = url === '/b' ? [{ name: 'bucket' }] : [{ name: 'a.gz', contentEncoding: 'gzip', size: '1' }];
  return response.end(JSON.stringify({ items }));
});
let port: number;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

describe('the files of a stack', () => {
  it.each(['--snapshot-of-savepoint\r\n\r\nx\r\n--snapshot-of-savepoint--\r\n', '', '\r\n--\r\n', '\0\xff'])(
    'are uploaded with the content %j unchanged',
    async (text) => {
      const content = Buffer.from(text, 'latin1');
      const object: StoredObject = {
        bucket: 'bucket',
        name: 'a',
        metadata: {},
        content: content.toString('base64'),
      };
      await importObjects(port, [object]);
      expect(uploads.at(-1)?.dataRaw).toEqual(content);
    },
  );

  it('keep their encoding: the content is read as it is stored', async () => {
    const [object] = await exportObjects(port);
    expect(object?.metadata).toEqual({ contentEncoding: 'gzip' });
    expect(Buffer.from(object?.content ?? '', 'base64')).toEqual(GZIPPED);
  });
});
