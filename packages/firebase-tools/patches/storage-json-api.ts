// Objects in Cloud Storage's JSON API (https://cloud.google.com/storage/docs/json_api/v1/objects).
// The Storage emulator has these methods, but ignores most of their query parameters, above all
// preconditions. Everything else is left to the emulator.
import type express from 'express';
import type { NextFunction, RequestHandler, Response, Router } from 'express';
import { hasSource, patchModule } from '../patch.ts';
import { UploadError } from './storage-checksums.ts';
import { PreconditionError } from './storage-conditions.ts';
import type { Call, Names, StorageEmulator } from './storage-emulator.ts';
import { parseFields, select } from './storage-fields.ts';
import { uploadForm } from './storage-form.ts';
import * as methods from './storage-methods.ts';
import { ApiError, type Method, readQuery } from './storage-query.ts';
import { checkXmlRead } from './storage-xml-api.ts';

interface Gcloud {
  createCloudEndpoints(emulator: StorageEmulator): Router;
}

type Handler = (call: Call) => unknown;

const OBJECT = '/b/:bucket/o/:object';
const DESTINATION = '/b/:destinationBucket/o/:destinationObject';
const UPLOADS = ['/upload/storage/v1/b/:bucket/o', '/resumable/upload/storage/v1/b/:bucket/o'];
/**
 * Verb, paths and method. The URL of an upload session is opaque, so it has no parameters to check.
 */
const ROUTES: readonly [
  verb: 'get' | 'patch' | 'delete' | 'post' | 'put',
  paths: string | string[],
  name: Method | undefined,
  method: Handler,
][] = [
  ['get', '/b', 'buckets.list', methods.listBuckets],
  ['get', '/b/:bucket', 'buckets.get', methods.getBucket],
  ['get', '/b/:bucket/o', 'objects.list', methods.listObjects],
  ['get', [OBJECT, `/download/storage/v1${OBJECT}`], 'objects.get', methods.getObject],
  ['patch', OBJECT, 'objects.patch', methods.patchObject],
  ['delete', OBJECT, 'objects.delete', methods.deleteObject],
  ['post', `${OBJECT}/copyTo${DESTINATION}`, 'objects.copy', methods.copyObject],
  ['post', `${OBJECT}/rewriteTo${DESTINATION}`, 'objects.rewrite', methods.rewriteObject],
  ['post', UPLOADS, 'objects.insert', methods.insertObject],
  ['put', UPLOADS, undefined, methods.continueSession],
  ['delete', UPLOADS, undefined, methods.deleteSession],
  ['post', `${OBJECT}/acl`, 'objectAccessControls.insert', methods.insertAcl],
];

export const storageJsonApi = patchModule<Gcloud>('lib/emulator/storage/apis/gcloud.js', {
  expected: {
    'createCloudEndpoints(emulator) that uses its adminStorageLayer and uploadService': ({
      createCloudEndpoints,
    }) =>
      createCloudEndpoints.length === 1 &&
      hasSource(createCloudEndpoints, /const \{ adminStorageLayer, uploadService \} = emulator/),
  },
  apply(gcloud, load) {
    const { createCloudEndpoints } = gcloud;
    gcloud.createCloudEndpoints = (emulator) => {
      const { Router, raw } = load<Pick<typeof express, 'Router' | 'raw'>>('express');
      const router = Router();
      const body = raw({ type: () => true, limit: '130mb' });
      for (const [verb, paths, name, method] of ROUTES) {
        const handle: RequestHandler<Names> = (request, response, next) => {
          const { bucket = '', object = '' } = request.params;
          const call = { emulator, load, request, response, next, bucket, object };
          respond(call, name, method).catch((error: unknown) => sendError(response, error, next));
        };
        router[verb](paths, body, handle);
      }
      router.get('/:bucket/:object(**)', checkXmlRead(emulator));
      // Buckets are created by storing something in them. Without this route, the path would count
      // as a form upload to a bucket "b".
      router.post('/b', (_, response) => void response.sendStatus(501));
      router.post('/:bucket', body, uploadForm(emulator, load));
      router.use(createCloudEndpoints(emulator));
      return router;
    };
  },
});

/** Sends the result of a method. A method without a result responds itself. */
async function respond(call: Omit<Call, 'query'>, name: Method | undefined, method: Handler): Promise<void> {
  const { request, response } = call;
  const { searchParams } = new URL(request.originalUrl, 'http://localhost');
  const query = name === undefined ? {} : readQuery(name, searchParams);
  const result = await method({ ...call, query });
  if (result === undefined) return;
  const json: unknown = JSON.parse(JSON.stringify(result));
  const selection = query.fields === undefined ? undefined : parseFields(query.fields);
  response.status(200).json(selection === undefined ? json : select(json, selection));
}

function sendError(response: Response, error: unknown, next: NextFunction): void {
  const known = apiErrorOf(error);
  if (known === undefined) {
    next(error);
    return;
  }
  const { status: code, message, details } = known;
  response.status(code).json({ error: { code, message, errors: [{ message, ...details }] } });
}

/** Undefined for an error that is not the client's fault. */
function apiErrorOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof UploadError) return new ApiError(400, error.message, { reason: 'invalid' });
  if (!(error instanceof PreconditionError)) return undefined;
  const details = { reason: 'conditionNotMet', locationType: 'header', location: 'If-Match' };
  return new ApiError(412, error.message, details);
}
