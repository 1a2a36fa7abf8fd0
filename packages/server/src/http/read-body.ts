/** How much of a body that is too large is still read, as a multiple of the limit. */
const DRAIN_FACTOR = 16;

/**
 * Reads a request's body as UTF-8. Returns null when it is larger than `limitBytes`. Such a body is
 * read to its end and thrown away, up to 16 times the limit, because a client that is still sending
 * would see a broken connection instead of the response.
 */
export async function readBody(request: Request, limitBytes: number): Promise<string | null> {
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size <= limitBytes) chunks.push(chunk);
    else if (size > DRAIN_FACTOR * limitBytes) break;
  }
  return size > limitBytes ? null : Buffer.concat(chunks).toString('utf8');
}
