// Owns sending text small: a page is four fifths repetition, and the way to the shopper is the slow part.

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Response } from 'express';
import type { Request } from 'firebase-functions/https';

const compress = promisify(gzip);

/** Sends the text, gzipped where the browser takes that (RFC 9110, section 12.5.3). Status and type are set before. */
export async function sendCompressed(request: Request, response: Response, text: string): Promise<void> {
  response.vary('Accept-Encoding');
  if (request.acceptsEncodings('gzip') !== 'gzip') {
    response.send(text);
    return;
  }
  response.set('Content-Encoding', 'gzip').send(await compress(text));
}
