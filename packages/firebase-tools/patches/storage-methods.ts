// The object methods of Cloud Storage's JSON API, over the emulator's storage layer. Each takes a
// call: the emulator, the request, its validated query parameters and the names in its path. It
// returns the JSON response, or undefined if it has responded itself.

import type { Response } from 'express';
import type { Load } from '../patch.ts';
import type { Logger } from './functions-emulator.ts';
import { checkBody, statedChecksums } from './storage-checksums.ts';
import {
  checkConditions,
  jsonConditions,
  PreconditionError,
  sourceConditions,
} from './storage-conditions.ts';
import type { Call, MetadataModule, StorageEmulator, StoredObject, Upload } from './storage-emulator.ts';
import { compileGlob } from './storage-glob.ts';
import { checkHeaders } from './storage-headers.ts';
import type { Multipart } from './storage-multipart.ts';
import { ApiError, invalidParameter } from './storage-query.ts';
import { cancelSession, receiveChunk } from './storage-session.ts';

type Json = Readonly<Record<string, unknown>>;
type Query = Call['query'];

/** The used parts of lib/emulator/storage/apis/shared.js. */
interface Shared {
  sendFileBytes(
    metadata: StoredObject,
    bytes: Buffer | undefined,
    request: Call['request'],
    response: Response,
  ): void;
}

interface LoggerModule {
  readonly EmulatorLogger: { forEmulator(emulator: string): Logger };
}

interface Types {
  readonly Emulators: { readonly STORAGE: string };
}

const MAX_RESULTS = 1000;

export async function listBuckets({ emulator, query }: Call): Promise<object> {
  const { prefix = '' } = query;
  const buckets = (await emulator.adminStorageLayer.listBuckets()).filter(({ name }) =>
    name.startsWith(prefix),
  );
  const { page, nextPageToken } = pageOf(buckets, query);
  return { kind: 'storage#buckets', nextPageToken, items: page };
}

/** A bucket exists as soon as something has been stored in it. */
export async function getBucket({ emulator, query, bucket }: Call): Promise<object> {
  const buckets = await emulator.adminStorageLayer.listBuckets();
  const metadata = buckets.find(({ name }) => name === bucket);
  if (metadata === undefined)
    throw new ApiError(404, 'The specified bucket does not exist.', { reason: 'notFound' });
  checkConditions(jsonConditions(query, {}), metadata);
  return metadata;
}

export async function listObjects({
  emulator: { adminStorageLayer: layer },
  load,
  query,
  bucket,
}: Call): Promise<object> {
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
    ...items.map((item) => ({ name: item.name, isPrefix: false, item })),
    // An object named like a folder and the folder are listed as one entry.
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

/** `matchGlob` applies to the names of objects and folders. */
function readGlob({ matchGlob: glob, delimiter = '/' }: Query): (name: string) => boolean {
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

export function getObject({
  emulator,
  load,
  request,
  response,
  query,
  bucket,
  object,
}: Call): object | undefined {
  const metadata = findObject(emulator, { bucket, object }, query.generation);
  try {
    checkConditions(jsonConditions(query, request.headers), metadata);
  } catch (error) {
    if (!(error instanceof PreconditionError && error.isNotMatch)) throw error;
    return void response.status(304).end();
  }
  if (query.alt !== 'media') {
    response.set('etag', metadata.etag);
    return resource(metadata, load);
  }
  const { sendFileBytes } = load<Shared>('./shared');
  const bytes = emulator.adminStorageLayer.getBytes(bucket, object);
  return void sendFileBytes(metadata, bytes, request, response);
}

export function patchObject({ emulator, load, request, query, bucket, object }: Call): object {
  const changes = readJson(request.body);
  const metadata = findObject(emulator, { bucket, object }, query.generation);
  checkConditions(jsonConditions(query, request.headers), metadata);
  warnOfAcl(query.predefinedAcl, load);
  checkHeaders(changes);
  metadata.update(changes);
  return resource(metadata, load);
}

export function deleteObject({ emulator, request, response, query, bucket, object }: Call): void {
  const metadata = findObject(emulator, { bucket, object }, query.generation);
  checkConditions(jsonConditions(query, request.headers), metadata);
  emulator.adminStorageLayer.deleteFile(bucket, object);
  response.sendStatus(204);
}

export function copyObject(call: Call): object {
  return resource(copy(call), call.load);
}

function copy({ emulator, load, request, query, bucket, object }: Call): StoredObject {
  const { destinationBucket = '', destinationObject = '' } = request.params;
  const incomingMetadata = readJson(request.body);
  const source = findObject(emulator, { bucket, object }, query.sourceGeneration);
  checkConditions(sourceConditions(query), source);
  warnOfAcl(query.destinationPredefinedAcl, load);
  emulator.adminStorageLayer.createBucket(destinationBucket);
  return emulator.adminStorageLayer.copyObject({
    sourceBucket: bucket,
    sourceObject: object,
    destinationBucket,
    destinationObject,
    incomingMetadata,
    authorization: 'Bearer owner',
    conditions: jsonConditions(query, request.headers),
  });
}

export function rewriteObject(call: Call): object {
  const copied = copy(call);
  const { size }: { size?: unknown } = resource(copied, call.load);
  return {
    kind: 'storage#rewriteResponse',
    totalBytesRewritten: size,
    objectSize: size,
    done: true,
    resource: resource(copied, call.load),
  };
}

export async function insertObject(call: Call): Promise<object | undefined> {
  const { emulator, load, request, query } = call;
  warnOfAcl(query.predefinedAcl, load);
  checkBody(request.headers, bytesOf(request.body));
  const upload = startUpload(call);
  if (upload === undefined) return undefined;
  return resource(await emulator.adminStorageLayer.uploadObject(upload), load);
}

export async function continueSession({
  emulator,
  load,
  request,
  response,
}: Call): Promise<object | undefined> {
  const id = String(request.query.upload_id);
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
 * "499" means success
 * (https://cloud.google.com/storage/docs/performing-resumable-uploads#cancel-upload).
 */
export function deleteSession({ emulator, request, response }: Call): void {
  cancelSession(emulator, String(request.query.upload_id));
  response.status(499).end();
}

/** The emulator responds to it without any effect. */
export function insertAcl({ emulator, request, next, query, bucket, object }: Call): void {
  findObject(emulator, { bucket, object }, query.generation);
  request.body = readJson(request.body);
  next();
}

function resource(metadata: StoredObject, load: Load): object {
  const { CloudStorageObjectMetadata } = load<MetadataModule>('../metadata');
  return new CloudStorageObjectMetadata(metadata);
}

function findObject(
  { adminStorageLayer }: StorageEmulator,
  { bucket, object }: Pick<Call, 'bucket' | 'object'>,
  generation: string | undefined,
): StoredObject {
  const metadata = adminStorageLayer.getMetadata(bucket, object);
  const generations = [undefined, String(metadata?.generation)];
  if (metadata !== undefined && generations.includes(generation)) return metadata;
  throw new ApiError(404, `No such object: ${bucket}/${object}`, { reason: 'notFound' });
}

/** The upload of a request with content; undefined for a session, whose content follows later. */
function startUpload({
  emulator: { uploadService, adminStorageLayer },
  load,
  request,
  response,
  query,
  bucket,
}: Call): Upload | undefined {
  const uploadType = query.uploadType ?? request.header('x-goog-upload-protocol');
  const { metadata, dataRaw } = readUpload(uploadType, request, load);
  const name = query.name ?? metadata.name;
  if (typeof name !== 'string' || name === '') throw invalidParameter('name', 'Required parameter: name');
  const { contentEncoding } = query;
  const contentType = request.header('x-upload-content-type');
  const upload = {
    bucketId: bucket,
    // In the emulator's format.
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
  location.search = new URLSearchParams({
    name: upload.objectId,
    uploadType: 'resumable',
    upload_id: id,
  }).toString();
  response.header('location', location.href).sendStatus(200);
  return undefined;
}

function readUpload(
  uploadType: string | undefined,
  request: Call['request'],
  load: Load,
): { readonly metadata: Json; readonly dataRaw: Buffer } {
  const body = bytesOf(request.body);
  const contentType = request.header('content-type');
  if (uploadType === 'resumable') return { metadata: readJson(body), dataRaw: Buffer.alloc(0) };
  if (uploadType !== 'multipart') {
    return { metadata: contentType === undefined ? {} : { contentType }, dataRaw: body };
  }
  try {
    const { parseObjectUploadMultipartRequest } = load<Multipart>('../multipart');
    const { metadataRaw, dataRaw } = parseObjectUploadMultipartRequest(contentType ?? '', body);
    return { metadata: readJson(Buffer.from(metadataRaw)), dataRaw };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new ApiError(400, message, { reason: 'badContent' });
  }
}

/** Empty if the request has no body, which the parser then does not set. */
function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function readJson(body: unknown): Json {
  const bytes = bytesOf(body);
  if (bytes.length === 0) return {};
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString());
  } catch {
    throw new ApiError(400, 'Parse Error', { reason: 'parseError' });
  }
  if (isJsonObject(json)) return json;
  throw new ApiError(400, 'The body is not a JSON object.', { reason: 'parseError' });
}

/**
 * A page of named items, sorted by the bytes of their names, from one offset up to another. A page
 * token is the last name before the page.
 */
function pageOf<T extends { readonly name: string }>(
  entries: readonly T[],
  { startOffset, endOffset, maxResults = String(MAX_RESULTS), pageToken }: Query,
): { readonly page: readonly T[]; readonly nextPageToken: string | undefined } {
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
  const last = page.length < sorted.length ? page.at(-1) : undefined;
  return { page, nextPageToken: last && Buffer.from(last.name).toString('base64url') };
}

function isJsonObject(json: unknown): json is Json {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function listOrNone<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** This API treats every caller as an administrator, so access control lists have no effect. */
function warnOfAcl(predefinedAcl: string | undefined, load: Load): void {
  if (predefinedAcl === undefined) return;
  const { EmulatorLogger } = load<LoggerModule>('../../emulatorLogger');
  const message = `The Storage emulator has no ACLs: predefinedAcl=${predefinedAcl} has no effect.`;
  EmulatorLogger.forEmulator(load<Types>('../../types').Emulators.STORAGE).log('WARN_ONCE', message);
}
