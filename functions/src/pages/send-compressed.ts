import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Response } from 'express';
import type { Request } from 'firebase-functions/https';

const compress = promisify(gzip);

/**
 * Sends a text, gzipped if the client accepts it (RFC 9110, section 12.5.3). Most of a page is
 * repeated markup. Set status and content type before.
 */
export async function sendCompressed(
  request: Pick<Request, 'acceptsEncodings'>,
  response: Pick<Response, 'vary' | 'set' | 'send'>,
  text: string,
): Promise<void> {
  response.vary('Accept-Encoding');
  if (request.acceptsEncodings('gzip') !== 'gzip') {
    response.send(text);
    return;
  }
  response.set('Content-Encoding', 'gzip').send(await compress(text));
}
