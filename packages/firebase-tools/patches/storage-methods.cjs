// The methods of Cloud Storage's JSON API for objects, over the storage layer of the emulator. Each
// takes a call: the emulator, the request, its checked query parameters and the names in its path.
// It returns what to respond as JSON, or undefined when it has responded itself.
const { checkBody, statedChecksums } = require('./storage-checksums.cjs');
const { checkConditions, jsonConditions, sourceConditions } = require('./storage-conditions.cjs');
const { compileGlob } = require('./storage-glob.cjs');
const { ApiError, invalidParameter } = require('./storage-query.cjs');
const { cancelSession, receiveChunk } = require('./storage-session.cjs');

const MAX_RESULTS = 1000;

async function listBuckets({ emulator, query }) {
  const { prefix = '' } = query;
  const buckets = (await emulator.adminStorageLayer.listBuckets()).filter(({ name }) =>
    name.startsWith(prefix),
  );
  const { page, nextPageToken } = pageOf(buckets, query);
  return { kind: 'storage#buckets', nextPageToken, items: page };
}

/** A bucket is there as soon as something has been stored in it. */
async function getBucket({ emulator, query, bucket }) {
  const buckets = await emulator.adminStorageLayer.listBuckets();
  const metadata = buckets.find(({ name }) => name === bucket);
  if (metadata === undefined)
    throw new ApiError(404, 'The specified bucket does not exist.', { reason: 'notFound' });
  checkConditions(jsonConditions(query, {}), metadata);
  return metadata;
}

async function listObjects({ emulator: { adminStorageLayer: layer }, load, query, bucket }) {
  const { prefix = '', delimiter = '', includeTrailingDelimiter } = query;
  const isMatch = readGlob(query);
  const maxResults = Number.MAX_SAFE_INTEGER;
  const { items = [], prefixes = [] } = await layer.listObjects({
    bucketId: bucket,
    prefix,
    delimiter,
    maxResults,
  });
  const hasFolders = includeTrailingDelimiter === 'true';
  const entries = [
    ...items.map((item) => ({ name: item.name, item })),
    // The object that has the name of a folder is one entry with it.
    ...prefixes.map((name) => ({
      name,
      isPrefix: true,
      item: hasFolders ? layer.getMetadata(bucket, name) : undefined,
    })),
  ];
  const { page, nextPageToken } = pageOf(
    entries.filter(({ name }) => isMatch(name)),
    query,
  );
  return {
    kind: 'storage#objects',
    nextPageToken,
    prefixes: listOrNone(page.filter(({ isPrefix }) => isPrefix).map(({ name }) => name)),
    items: listOrNone(page.flatMap(({ item }) => (item === undefined ? [] : [resource(item, load)]))),
  };
}

/** `matchGlob` is for the names of objects and of folders. */
function readGlob({ matchGlob: glob, delimiter = '/' }) {
  if (glob === undefined) return () => true;
  if (delimiter !== '/') {
    const message = "When listing with a glob pattern, the only supported delimiter is '/'.";
    throw invalidParameter('delimiter', message);
  }
  const isMatch = compileGlob(glob);
  if (isMatch === undefined) {
    throw invalidParameter('matchGlob', `Invalid value for matchGlob: ${JSON.stringify(glob)}`);
  }
  return isMatch;
}

function getObject({ emulator, load, request, response, query, bucket, object }) {
  const metadata = findObject(emulator, { bucket, object }, query.generation);
  try {
    checkConditions(jsonConditions(query, request.headers), metadata);
  } catch (error) {
    if (!error.isNotMatch) throw error;
    return void response.status(304).end();
  }
  if (query.alt !== 'media') {
    response.set('etag', metadata.etag);
    return resource(metadata, load);
  }
  const { sendFileBytes } = load('./shared');
  const bytes = emulator.adminStorageLayer.getBytes(bucket, object);
  return void sendFileBytes(metadata, bytes, request, response);
}

function patchObject({ emulator, load, request, query, bucket, object }) {
  const changes = readJson(request.body);
  const metadata = findObject(emulator, { bucket, object }, query.generation);
  checkConditions(jsonConditions(query, request.headers), metadata);
  warnOfAcl(query.predefinedAcl, load);
  metadata.update(changes);
  return resource(metadata, load);
}

function deleteObject({ emulator, request, response, query, bucket, object }) {
  const metadata = findObject(emulator, { bucket, object }, query.generation);
  checkConditions(jsonConditions(query, request.headers), metadata);
  emulator.adminStorageLayer.deleteFile(bucket, object);
  response.sendStatus(204);
}

function copyObject({ emulator, load, request, query, bucket, object }) {
  const { destinationBucket, destinationObject } = request.params;
  const incomingMetadata = readJson(request.body);
  const source = findObject(emulator, { bucket, object }, query.sourceGeneration);
  checkConditions(sourceConditions(query), source);
  warnOfAcl(query.destinationPredefinedAcl, load);
  emulator.adminStorageLayer.createBucket(destinationBucket);
  const metadata = emulator.adminStorageLayer.copyObject({
    sourceBucket: bucket,
    sourceObject: object,
    destinationBucket,
    destinationObject,
    incomingMetadata,
    authorization: 'Bearer owner',
    conditions: jsonConditions(query, request.headers),
  });
  return resource(metadata, load);
}

function rewriteObject(call) {
  const copied = copyObject(call);
  return {
    kind: 'storage#rewriteResponse',
    totalBytesRewritten: copied.size,
    objectSize: copied.size,
    done: true,
    resource: copied,
  };
}

async function insertObject(call) {
  const { emulator, load, request, query } = call;
  warnOfAcl(query.predefinedAcl, load);
  checkBody(request.headers, bytesOf(request.body));
  const upload = startUpload(call);
  if (upload === undefined) return undefined;
  return resource(await emulator.adminStorageLayer.uploadObject(upload), load);
}

async function continueSession({ emulator, load, request, response }) {
  const { upload_id: id } = request.query;
  const range = request.header('content-range');
  const bytes = bytesOf(request.body);
  checkBody(request.headers, bytes);
  const checksums = statedChecksums(request.headers);
  const { stored, size } = await receiveChunk(emulator, { id, range, checksums, bytes });
  if (stored !== undefined) return resource(stored, load);
  const headers = size === 0 ? {} : { range: `bytes=0-${size - 1}` };
  return void response.status(308).set(headers).end();
}

/**
 * "499" is the success of it
 * (https://cloud.google.com/storage/docs/performing-resumable-uploads#cancel-upload).
 */
function deleteSession({ emulator, request, response }) {
  cancelSession(emulator, request.query.upload_id);
  response.status(499).end();
}

/** The emulator responds to it, without an effect. */
function insertAcl({ emulator, request, next, query, bucket, object }) {
  findObject(emulator, { bucket, object }, query.generation);
  request.body = readJson(request.body);
  next();
}

function resource(metadata, load) {
  const { CloudStorageObjectMetadata } = load('../metadata');
  return new CloudStorageObjectMetadata(metadata);
}

function findObject({ adminStorageLayer }, { bucket, object }, generation) {
  const metadata = adminStorageLayer.getMetadata(bucket, object);
  const generations = [undefined, String(metadata?.generation)];
  if (metadata !== undefined && generations.includes(generation)) return metadata;
  throw new ApiError(404, `No such object: ${bucket}/${object}`, { reason: 'notFound' });
}

/**
 * The upload of a request, whose content is there; undefined for a session, whose content is to
 * come.
 */
function startUpload({
  emulator: { uploadService, adminStorageLayer },
  load,
  request,
  response,
  query,
  bucket,
}) {
  const uploadType = query.uploadType ?? request.header('x-goog-upload-protocol');
  const { metadata, dataRaw } = readUpload(uploadType, request, load);
  const name = query.name ?? metadata.name;
  if (typeof name !== 'string' || name === '') throw invalidParameter('name', 'Required parameter: name');
  const { contentEncoding } = query;
  const contentType = request.header('x-upload-content-type');
  const upload = {
    bucketId: bucket,
    // As the emulator has it.
    objectId: name.replace(/^\//, ''),
    metadata: { contentType, ...(contentEncoding !== undefined && { contentEncoding }), ...metadata },
    authorization: request.header('authorization'),
  };
  const checks = {
    conditions: jsonConditions(query, request.headers),
    checksums: statedChecksums(request.headers),
  };
  adminStorageLayer.createBucket(bucket);
  if (uploadType !== 'resumable') {
    return Object.assign(uploadService.multipartUpload({ ...upload, dataRaw }), checks);
  }
  const { id } = Object.assign(uploadService.startResumableUpload(upload), checks);
  const location = new URL(`/upload/storage/v1/b/${bucket}/o`, `http://${request.headers.host}`);
  location.search = new URLSearchParams({ name: upload.objectId, uploadType: 'resumable', upload_id: id });
  response.header('location', location.href).sendStatus(200);
  return undefined;
}

/** @returns {{ metadata: Record<string, any>, dataRaw?: Buffer }} */
function readUpload(uploadType, request, load) {
  const body = bytesOf(request.body);
  const contentType = request.header('content-type');
  if (uploadType === 'resumable') return { metadata: readJson(body) };
  if (uploadType !== 'multipart') {
    return { metadata: contentType === undefined ? {} : { contentType }, dataRaw: body };
  }
  try {
    const { parseObjectUploadMultipartRequest } = load('../multipart');
    const { metadataRaw, dataRaw } = parseObjectUploadMultipartRequest(contentType ?? '', body);
    return { metadata: readJson(Buffer.from(metadataRaw)), dataRaw };
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(400, error.message, { reason: 'badContent' });
  }
}

/** Empty when the request has no body: the parser has left it then. */
const bytesOf = (body) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

function readJson(body) {
  const bytes = bytesOf(body);
  if (bytes.length === 0) return {};
  let json;
  try {
    json = JSON.parse(bytes.toString());
  } catch {
    throw new ApiError(400, 'Parse Error', { reason: 'parseError' });
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw new ApiError(400, 'The body is not a JSON object.', { reason: 'parseError' });
}

/**
 * A page of what has names, in the order of their bytes, from one offset to before the other. A
 * token is the name before its page.
 */
function pageOf(entries, { startOffset, endOffset, maxResults = MAX_RESULTS, pageToken }) {
  const after = pageToken === undefined ? undefined : Buffer.from(pageToken, 'base64url').toString();
  const sorted = entries
    .filter(
      ({ name }) =>
        (startOffset === undefined || compareBytes(name, startOffset) >= 0) &&
        (endOffset === undefined || compareBytes(name, endOffset) < 0) &&
        (after === undefined || compareBytes(name, after) > 0),
    )
    .sort((a, b) => compareBytes(a.name, b.name));
  const page = sorted.slice(0, Math.min(Number(maxResults), MAX_RESULTS));
  return {
    page,
    nextPageToken:
      page.length < sorted.length ? Buffer.from(page.at(-1).name).toString('base64url') : undefined,
  };
}

const compareBytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const listOrNone = (list) => (list.length === 0 ? undefined : list);

/** This API answers everybody as an administrator, so a list of who may read has no effect. */
function warnOfAcl(predefinedAcl, load) {
  if (predefinedAcl === undefined) return;
  const { EmulatorLogger } = load('../../emulatorLogger');
  const message = `The Storage emulator has no ACLs: predefinedAcl=${predefinedAcl} has no effect.`;
  EmulatorLogger.forEmulator(load('../../types').Emulators.STORAGE).log('WARN_ONCE', message);
}

module.exports = {
  listBuckets,
  getBucket,
  listObjects,
  getObject,
  patchObject,
  deleteObject,
  copyObject,
  rewriteObject,
  insertObject,
  continueSession,
  deleteSession,
  insertAcl,
};
