// Uploads through an HTML form (https://cloud.google.com/storage/docs/xml-api/post-object-forms),
// as prepared by `generateSignedPostPolicyV4`. The Storage emulator accepts them, but always
// responds with 204 or with errors that are not XML, and ignores checksums, `${filename}` and the
// policy.
import type { OutgoingHttpHeaders } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { Load } from '../patch.ts';
import { checkBody, statedChecksums } from './storage-checksums.ts';
import type { StorageEmulator } from './storage-emulator.ts';
import type { FormPart, Multipart } from './storage-multipart.ts';
import { checkPolicy } from './storage-policy.ts';
import { escapeXml, metadataOf, send, sendError, XmlError } from './storage-signed-url.ts';

type FormRequest = Request<{ readonly bucket: string }>;
type Fields = Readonly<Record<string, string>>;

interface Form {
  readonly file: Extract<FormPart, { readonly type: 'file' }>;
  /** Fields by lower-case name. */
  readonly fields: Fields;
  /** The field `key`. */
  readonly key: string;
}

interface Success {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
}

/** `success_action_status`; any other value means 204. */
const STATUSES = ['200', '201'];

export function uploadForm(
  emulator: StorageEmulator,
  load: Load,
): RequestHandler<{ readonly bucket: string }> {
  return (request, response) => {
    upload(emulator, request, load).then(
      ({ status, headers, body }) => send(request, response, status, headers, body),
      (error: unknown) => sendError(request, response, error),
    );
  };
}

async function upload(
  { adminStorageLayer, uploadService }: StorageEmulator,
  request: FormRequest,
  load: Load,
): Promise<Success> {
  const { bucket } = request.params;
  const { file, fields, key } = readForm(request, load);
  checkPolicy({ bucket, fields, size: file.data.length });
  checkBody(request.headers, request.body);
  checkBody(fields, file.data);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Cloud Storage's own variable
  const objectId = key.replaceAll('${filename}', file.filename);
  const metadata = { contentType: file.contentType, ...metadataOf({ headers: fields }) };
  adminStorageLayer.createBucket(bucket);
  const finished = uploadService.multipartUpload({
    bucketId: bucket,
    objectId,
    metadata,
    dataRaw: file.data,
  });
  const checksums = statedChecksums(fields);
  const stored = await adminStorageLayer.uploadObject(Object.assign(finished, { checksums }));
  return success(request, fields, { bucket, key: objectId, etag: `"${stored.etag}"` });
}

function readForm({ headers, body }: FormRequest, load: Load): Form {
  const parts = parseForm(headers['content-type'] ?? '', body, load);
  const file = parts.find((part) => part.type === 'file');
  const fields: Fields = Object.fromEntries(
    parts.flatMap((part) => (part.type === 'field' ? [[part.name.toLowerCase(), part.value.trim()]] : [])),
  );
  if (file === undefined || !fields.key) throw badForm('The form lacks the field "key" or the file.');
  return { file, fields, key: fields.key };
}

function parseForm(contentType: string, body: Buffer, load: Load): readonly FormPart[] {
  try {
    return load<Multipart>('../multipart').parseFormDataMultipartRequest(contentType, body);
  } catch (error) {
    throw badForm(error instanceof Error ? error.message : String(error));
  }
}

function badForm(details: string): XmlError {
  return new XmlError(
    400,
    'MalformedPOSTRequest',
    'The body of your POST request is not well formed.',
    details,
  );
}

/** The redirect takes precedence over the status. An invalid URL is ignored. */
function success(
  { headers }: FormRequest,
  fields: Fields,
  stored: { readonly bucket: string; readonly key: string; readonly etag: string },
): Success {
  const { success_action_redirect: redirect = '', success_action_status: wanted = '' } = fields;
  const { bucket, key, etag } = stored;
  if (URL.canParse(redirect)) {
    const url = new URL(redirect);
    for (const [name, value] of Object.entries(stored)) url.searchParams.append(name, value);
    return { status: 303, headers: { etag, location: url.href } };
  }
  const status = STATUSES.includes(wanted) ? Number(wanted) : 204;
  if (status !== 201) return { status, headers: { etag } };
  const location = `http://${headers.host}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const elements = { Location: location, Bucket: bucket, Key: key, ETag: etag };
  const xml = Object.entries(elements).map(([name, text]) => `<${name}>${escapeXml(text)}</${name}>`);
  return {
    status,
    headers: { etag, location, 'content-type': 'application/xml; charset=UTF-8' },
    body: `<?xml version='1.0' encoding='UTF-8'?><PostResponse>${xml.join('')}</PostResponse>`,
  };
}
