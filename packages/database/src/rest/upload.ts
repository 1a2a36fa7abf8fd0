// The import of the Emulator UI: the first file of a form replaces a node.

import { checkPath } from '../core/check-key.ts';
import { MAX_REST_WRITE_BYTES } from '../core/limits.ts';
import { parsePath } from '../core/path.ts';
import { sendJson } from './respond.ts';
import { ERROR_TEXT, RestError } from './rest-error.ts';
import { type Exchange, loginOfRequest, readBody } from './rest-request.ts';

const SUFFIX = '/.upload';

export function isUpload({ pathname, request }: Exchange): boolean {
  return request.method === 'POST' && pathname.endsWith(SUFFIX);
}

/** Replaces a node with the first file of a form. */
export async function upload(exchange: Exchange): Promise<void> {
  const { request, pathname, namespace, parameters } = exchange;
  const path = checkPath(parsePath(pathname.slice(0, -SUFFIX.length)));
  const login = loginOfRequest(exchange);
  const body = await readBody(exchange, MAX_REST_WRITE_BYTES);
  const json = await readFile(body, request.headers['content-type'] ?? '');
  namespace.write([{ path, isPriority: false, json }], login, {
    isSilent: parameters.get('disableTriggers') === 'true',
  });
  sendJson(exchange, '{"status":"ok"}');
}

async function readFile(body: Buffer, contentType: string): Promise<unknown> {
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData();
    const file = [...form.values()].find((value) => typeof value !== 'string');
    if (file === undefined) throw new RestError(400, ERROR_TEXT.noData);
    return JSON.parse(await (file as Blob).text());
  } catch (error) {
    throw error instanceof RestError ? error : new RestError(400, ERROR_TEXT.invalidJson);
  }
}
