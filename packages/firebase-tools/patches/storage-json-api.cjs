// Objects in Cloud Storage's JSON API (https://cloud.google.com/storage/docs/json_api/v1/objects).
// The Storage emulator has these methods, but ignores most of their query parameters, preconditions
// above all. What is not here is left to it.
const { ChecksumError } = require('./storage-checksums.cjs');
const { PreconditionError } = require('./storage-conditions.cjs');
const { parseFields, select } = require('./storage-fields.cjs');
const { uploadForm } = require('./storage-form.cjs');
const methods = require('./storage-methods.cjs');
const { ApiError, readQuery } = require('./storage-query.cjs');
const { checkXmlRead } = require('./storage-xml-api.cjs');

exports.module = 'lib/emulator/storage/apis/gcloud.js';

exports.expected = {
  'createCloudEndpoints(emulator) that uses its adminStorageLayer and uploadService': ({
    createCloudEndpoints,
  }) =>
    createCloudEndpoints.length === 1 &&
    /const \{ adminStorageLayer, uploadService \} = emulator/.test(createCloudEndpoints),
};

const OBJECT = '/b/:bucket/o/:object';
const DESTINATION = '/b/:destinationBucket/o/:destinationObject';
const UPLOADS = ['/upload/storage/v1/b/:bucket/o', '/resumable/upload/storage/v1/b/:bucket/o'];
/** Verb, paths and method; the URL of a session is opaque, so it has no parameters to check. */
const ROUTES = [
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

exports.apply = (gcloud, load) => {
  const { createCloudEndpoints } = gcloud;
  gcloud.createCloudEndpoints = (emulator) => {
    const express = load('express');
    const router = express.Router();
    const body = express.raw({ type: () => true, limit: '130mb' });
    for (const [verb, paths, name, method] of ROUTES) {
      router[verb](paths, body, (request, response, next) => {
        const call = { emulator, load, request, response, next, ...request.params };
        respond(call, name, method).catch((error) => sendError(response, error, next));
      });
    }
    router.get('/:bucket/:object(**)', checkXmlRead(emulator));
    // Buckets are there once something is stored in them: this is not the form of a bucket "b".
    router.post('/b', (_, response) => response.sendStatus(501));
    router.post('/:bucket', body, uploadForm(emulator, load));
    router.use(createCloudEndpoints(emulator));
    return router;
  };
};

/** Sends the result of a method; one that has none responds by itself. */
async function respond(call, name, method) {
  const { request, response } = call;
  const { searchParams } = new URL(request.originalUrl, 'http://localhost');
  const query = name === undefined ? {} : readQuery(name, searchParams);
  const result = await method({ ...call, query });
  if (result === undefined) return;
  const json = JSON.parse(JSON.stringify(result));
  response.status(200).json(query.fields === undefined ? json : select(json, parseFields(query.fields)));
}

function sendError(response, error, next) {
  if (error instanceof PreconditionError) {
    const { message } = error;
    const details = { reason: 'conditionNotMet', locationType: 'header', location: 'If-Match' };
    return sendError(response, new ApiError(412, message, details), next);
  }
  if (error instanceof ChecksumError)
    return sendError(response, new ApiError(400, error.message, { reason: 'invalid' }), next);
  if (!(error instanceof ApiError)) return next(error);
  const { status: code, message, details } = error;
  return response.status(code).json({ error: { code, message, errors: [{ message, ...details }] } });
}
