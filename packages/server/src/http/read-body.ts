import { isUtf8 } from 'node:buffer';

/** An oversized body is read up to this multiple of the limit. */
const DRAIN_FACTOR = 16;

/** Why a body cannot be passed to a route as text. */
export type BodyProblem = 'too large' | 'not UTF-8';

/**
 * Reads a request's body as UTF-8. A body larger than `limitBytes` is read and discarded, up to 16
 * times the limit, because a client that is still sending would see a broken connection instead of
 * the response.
 */
export async function readBody(
  request: Request,
  limitBytes: number,
): Promise<{ readonly text: string } | { readonly problem: BodyProblem }> {
  if (request.body === null) return { text: '' };
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size <= limitBytes) chunks.push(chunk);
    else if (size > DRAIN_FACTOR * limitBytes) break;
  }
  if (size > limitBytes) return { problem: 'too large' };
  const body = Buffer.concat(chunks);
  return isUtf8(body) ? { text: body.toString('utf8') } : { problem: 'not UTF-8' };
}
