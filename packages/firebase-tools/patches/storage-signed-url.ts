// Signed URLs of Cloud Storage's XML API
// (https://cloud.google.com/storage/docs/access-control/signed-urls), versions 2 and 4. Their
// format, their expiry and the presence of the signed headers are checked. The signature is not,
// because nobody here has the key; nor are the method and header values, which only the signature
// covers.
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { checkBody, statedChecksums, UploadError } from './storage-checksums.ts';
import { type Conditions, checkConditions, PreconditionError, xmlConditions } from './storage-conditions.ts';
import type { StorageEmulator } from './storage-emulator.ts';

/** A request for an object. */
interface ObjectRequest {
  readonly emulator: StorageEmulator;
  readonly request: IncomingMessage;
  readonly bucketId: string;
  readonly objectId: string;
  readonly conditions: Conditions;
}

interface Result {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
}

const MAX_EXPIRY_SECONDS = 604_800;
const V4_DATE = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
const V4_PARAMETERS = [
  'X-Goog-Algorithm',
  'X-Goog-Credential',
  'X-Goog-Date',
  'X-Goog-Expires',
  'X-Goog-SignedHeaders',
  'X-Goog-Signature',
];
const V2_PARAMETERS = ['GoogleAccessId', 'Expires', 'Signature'];
const METADATA_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'contentType',
  'cache-control': 'cacheControl',
  'content-disposition': 'contentDisposition',
  'content-encoding': 'contentEncoding',
  'content-language': 'contentLanguage',
};

/** An error of the XML API. */
export class XmlError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string;

  constructor(status: number, code: string, message: string, details = '') {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Returns whether a URL claims to be signed. */
export function isSignedUrl({ searchParams }: URL): boolean {
  return (
    searchParams.has('X-Goog-Signature') || (searchParams.has('Signature') && searchParams.has('Expires'))
  );
}

/**
 * Responds to a request for a signed URL. Valid downloads and preflights are left to the emulator,
 * which ignores the parameters.
 * @returns whether it responded
 */
export function respondToSignedUrl({
  emulator,
  request,
  response,
  url,
}: {
  readonly emulator: StorageEmulator;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}): boolean {
  if (request.method === 'OPTIONS') return false;
  const problem = findProblem(request, url.searchParams);
  if (problem === undefined && ['GET', 'HEAD'].includes(request.method ?? '')) return false;
  const respond = async (): Promise<Result> => {
    if (problem !== undefined) throw problem;
    const [bucketId = '', ...segments] = url.pathname.slice(1).split('/').map(decodeURIComponent);
    const conditions = xmlConditions(request.headers);
    const object = { emulator, request, bucketId, objectId: segments.join('/'), conditions };
    if (request.method === 'PUT') return upload(object);
    if (request.method === 'DELETE') return deleteObject(object);
    if (request.method === 'POST') return startSession(object);
    throw new XmlError(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
  };
  respond().then(
    ({ status, headers }) => send(request, response, status, headers),
    async (error: unknown) => {
      // A client that is still sending would see a closed connection instead of the response.
      if (!request.readableEnded) await readBody(request);
      sendError(request, response, error);
    },
  );
  return true;
}

function findProblem({ headers }: IncomingMessage, parameters: URLSearchParams): XmlError | undefined {
  const isV4 = parameters.has('X-Goog-Signature');
  const missing = (isV4 ? V4_PARAMETERS : V2_PARAMETERS).find((name) => !parameters.get(name));
  if (missing !== undefined) return invalid(`The query parameter ${missing} is missing.`);
  const expiry = isV4 ? expiryOfV4(parameters) : Number(parameters.get('Expires')) * 1000;
  if (expiry instanceof XmlError) return expiry;
  if (!Number.isFinite(expiry)) return invalid('Expires is not a number of seconds.');
  if (expiry < Date.now()) {
    const details = `Request signature expired at: ${new Date(expiry).toISOString()}`;
    return new XmlError(400, 'ExpiredToken', 'The provided token has expired.', details);
  }
  const signedHeaders = (parameters.get('X-Goog-SignedHeaders') ?? '').split(';').filter(Boolean);
  const absent = signedHeaders.find((name) => headers[name] === undefined);
  if (absent === undefined) return undefined;
  return new XmlError(
    403,
    'SignatureDoesNotMatch',
    `The request lacks the header ${absent}, which is signed.`,
  );
}

/** The expiry of a version 4 URL in milliseconds since 1970, or the problem with its parameters. */
function expiryOfV4(parameters: URLSearchParams): number | XmlError {
  if (!/^GOOG4-(RSA|HMAC)-SHA256$/.test(parameters.get('X-Goog-Algorithm') ?? ''))
    return invalid('X-Goog-Algorithm is neither GOOG4-RSA-SHA256 nor GOOG4-HMAC-SHA256.');
  const date = V4_DATE.exec(parameters.get('X-Goog-Date') ?? '');
  if (date === null) return invalid('X-Goog-Date does not have the form 20060102T150405Z.');
  const seconds = Number(parameters.get('X-Goog-Expires'));
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_EXPIRY_SECONDS)
    return invalid(`X-Goog-Expires is not a number of seconds from 1 to ${MAX_EXPIRY_SECONDS}.`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = date.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) + seconds * 1000;
}

function invalid(details: string): XmlError {
  return new XmlError(400, 'InvalidArgument', 'Invalid argument.', details);
}

async function upload({ emulator, request, bucketId, objectId, conditions }: ObjectRequest): Promise<Result> {
  const dataRaw = await readBody(request);
  checkLength(request, dataRaw.length);
  checkBody(request.headers, dataRaw);
  const checks = { conditions, checksums: statedChecksums(request.headers) };
  emulator.adminStorageLayer.createBucket(bucketId);
  const metadata = { ...metadataOf(request) };
  const finished = emulator.uploadService.multipartUpload({ bucketId, objectId, metadata, dataRaw });
  const stored = await emulator.adminStorageLayer.uploadObject(Object.assign(finished, checks));
  return {
    status: 200,
    headers: { etag: `"${stored.etag}"`, 'x-goog-generation': String(stored.generation) },
  };
}

/** `X-Goog-Content-Length-Range: 0,1048576`, which a signed URL can require. */
function checkLength({ headers }: IncomingMessage, length: number): void {
  const range = headers['x-goog-content-length-range']?.toString();
  if (range === undefined) return;
  const [minimum = Number.NaN, maximum = Number.NaN] = range.split(',').map(Number);
  if (Number.isNaN(minimum) || Number.isNaN(maximum))
    throw invalid('X-Goog-Content-Length-Range does not have the form 0,1048576.');
  if (length < minimum) throw new XmlError(400, 'EntityTooSmall', 'Your proposed upload is too small.');
  if (length > maximum) throw new XmlError(400, 'EntityTooLarge', 'Your proposed upload is too large.');
}

/** The object metadata in headers or form fields. */
export function metadataOf({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): object {
  const known: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(headers)) {
    const property = METADATA_HEADERS[name];
    if (property !== undefined) known[property] = value;
    else if (name.startsWith('x-goog-meta-')) custom[name.slice('x-goog-meta-'.length)] = value;
  }
  return { ...known, metadata: custom };
}

function deleteObject({ emulator, bucketId, objectId, conditions }: ObjectRequest): Result {
  const metadata = emulator.adminStorageLayer.getMetadata(bucketId, objectId);
  if (metadata === undefined) throw new XmlError(404, 'NoSuchKey', 'The specified key does not exist.');
  checkConditions(conditions, metadata);
  emulator.adminStorageLayer.deleteFile(bucketId, objectId);
  return { status: 204 };
}

/**
 * Starts a resumable upload. Its chunks are sent to the JSON API without a signature, as in
 * production.
 */
function startSession({ emulator, request, bucketId, objectId, conditions }: ObjectRequest): Result {
  if (request.headers['x-goog-resumable'] !== 'start')
    throw invalid('A POST to a signed URL starts a resumable upload: send X-Goog-Resumable: start.');
  emulator.adminStorageLayer.createBucket(bucketId);
  const metadata = { ...metadataOf(request) };
  const session = emulator.uploadService.startResumableUpload({ bucketId, objectId, metadata });
  const { id } = Object.assign(session, { conditions, checksums: statedChecksums(request.headers) });
  const location = new URL(`/upload/storage/v1/b/${bucketId}/o`, `http://${request.headers.host}`);
  location.search = new URLSearchParams({
    uploadType: 'resumable',
    name: objectId,
    upload_id: id,
  }).toString();
  return { status: 201, headers: { location: location.href } };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export function sendError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const { status, code, details = '' } = describeError(error);
  const message = error instanceof Error ? error.message : String(error);
  const body =
    `<?xml version='1.0' encoding='UTF-8'?><Error><Code>${code}</Code><Message>${escapeXml(message)}</Message>` +
    `${details ? `<Details>${escapeXml(details)}</Details>` : ''}</Error>`;
  send(request, response, status, { 'content-type': 'application/xml; charset=UTF-8' }, body);
}

function describeError(error: unknown): Pick<XmlError, 'status' | 'code'> & Partial<XmlError> {
  if (error instanceof PreconditionError) return { status: 412, code: 'PreconditionFailed' };
  if (error instanceof XmlError || error instanceof UploadError) return error;
  return { status: 500, code: 'InternalError' };
}

export function escapeXml(text: string): string {
  return text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Pages on this machine may read the response, as with the emulator's other handlers. */
export function send(
  { headers: { origin } }: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders = {},
  body = '',
): void {
  const cors =
    origin === undefined
      ? {}
      : {
          'access-control-allow-origin': origin,
          'access-control-expose-headers': 'etag, location',
          vary: 'Origin',
        };
  response.writeHead(status, { ...headers, ...cors }).end(body);
}
