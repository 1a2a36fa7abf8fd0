// The REST interface: https://firebase.google.com/docs/reference/rest/database

import type { PushIds } from '../core/push-id.ts';
import { read } from './read.ts';
import { sendPreflight } from './respond.ts';
import { ERROR_TEXT, RestError } from './rest-error.ts';
import { type Exchange, readRestRequest } from './rest-request.ts';
import { isUpload, upload } from './upload.ts';
import { write } from './write.ts';

/** Serves a request for data. */
export async function serveRest(exchange: Exchange, pushIds: PushIds): Promise<void> {
  if (exchange.request.method === 'OPTIONS') {
    sendPreflight(exchange);
    return;
  }
  if (isUpload(exchange)) {
    await upload(exchange);
    return;
  }
  const request = readRestRequest(exchange, ERROR_TEXT.noJsonSuffix);
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      read(request);
      break;
    case 'PUT':
    case 'POST':
    case 'PATCH':
    case 'DELETE':
      await write(request, pushIds);
      break;
    default:
      throw new RestError(405, `The method ${request.method} is not supported.`);
  }
}
