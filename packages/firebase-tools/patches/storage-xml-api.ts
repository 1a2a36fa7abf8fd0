// Reads in Cloud Storage's XML API
// (https://cloud.google.com/storage/docs/xml-api/get-object-download), including signed URLs:
// handles headers and query parameters that the Storage emulator ignores. If they allow the read,
// the emulator responds.
import type { RequestHandler } from 'express';
import { checkConditions, PreconditionError, xmlConditions } from './storage-conditions.ts';
import type { StorageEmulator } from './storage-emulator.ts';
import { sendError, XmlError } from './storage-signed-url.ts';

/** Response headers that a URL may override. */
const OVERRIDABLE = ['content-disposition', 'content-type'];

export function checkXmlRead(
  emulator: StorageEmulator,
): RequestHandler<{ readonly bucket: string; readonly object: string }> {
  return (request, response, next) => {
    const { bucket, object } = request.params;
    const { searchParams } = new URL(request.originalUrl, 'http://localhost');
    const metadata = emulator.adminStorageLayer.getMetadata(bucket, object);
    try {
      const generation = searchParams.get('generation') ?? undefined;
      if (generation !== undefined && generation !== String(metadata?.generation))
        throw new XmlError(404, 'NoSuchKey', 'The specified key does not exist.');
      if (metadata !== undefined) checkConditions(xmlConditions(request.headers), metadata);
    } catch (error) {
      if (error instanceof PreconditionError && error.isNotMatch) return void response.status(304).end();
      return sendError(request, response, error);
    }
    const overrides = new Map(OVERRIDABLE.map((name) => [name, searchParams.get(`response-${name}`)]));
    const setHeader = response.setHeader.bind(response);
    response.setHeader = (name, value) => setHeader(name, overrides.get(name.toLowerCase()) ?? value);
    return next();
  };
}
