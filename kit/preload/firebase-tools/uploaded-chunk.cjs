// Resumable uploads of Cloud Storage's JSON API (https://cloud.google.com/storage/docs/performing-resumable-uploads). The emulator takes
// every request with content as the whole upload; this adds chunks and the question how much has arrived.
const { readBody } = require('./signed-url.cjs');

const SESSION_PATH = /^\/(resumable\/)?upload\/storage\/v1\/b\//;
/** `bytes 0-262143/1048576`, with `*` for a total that is not known yet, or for the range of a question. */
const CONTENT_RANGE = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/;

/**
 * Whether a request sends a chunk with its position, or asks for that of the next one. A chunk up to an end that is not known
 * (`bytes 0-*` and a total) is left to the emulator.
 * @param {import('node:http').IncomingMessage} request
 * @param {URL} url
 */
function isUploadedChunk({ method, headers }, { pathname, searchParams }) {
  return (
    method === 'PUT' &&
    SESSION_PATH.test(pathname) &&
    searchParams.has('upload_id') &&
    CONTENT_RANGE.test(headers['content-range'] ?? '')
  );
}

/** Appends a chunk, finishes the upload with its last one, and responds as Cloud Storage does: 308 as long as more is to come. */
async function respondToChunk({ emulator, request, response, url, toJson }) {
  const { uploadService, adminStorageLayer } = emulator;
  const [, first, last, total] = CONTENT_RANGE.exec(request.headers['content-range']);
  const bytes = await readBody(request);
  const id = url.searchParams.get('upload_id');
  let upload;
  try {
    upload = uploadService.getResumableUpload(id);
  } catch {
    return send(response, 404, { error: { code: 404, message: 'There is no such upload session.' } });
  }
  if (first !== undefined && upload.status === 'active') {
    if (bytes.length !== Number(last) - Number(first) + 1) {
      const message = `Content-Range announces other than the ${bytes.length} bytes of the body.`;
      return send(response, 400, { error: { code: 400, message } });
    }
    // What has arrived before is not stored again, and a gap is not stored at all: the response says from where to send.
    const known = upload.size - Number(first);
    if (known >= 0) uploadService.continueResumableUpload(id, bytes.subarray(known));
    if (upload.size === Number(total)) {
      const stored = await adminStorageLayer.uploadObject(uploadService.finalizeResumableUpload(id));
      return send(response, 200, toJson(stored));
    }
  }
  if (upload.status === 'final') {
    return send(response, 200, toJson(adminStorageLayer.getMetadata(upload.bucketId, upload.objectId)));
  }
  if (upload.status === 'cancelled') {
    return send(response, 499, { error: { code: 499, message: 'The upload has been cancelled.' } });
  }
  return response.writeHead(308, upload.size === 0 ? {} : { range: `bytes=0-${upload.size - 1}` }).end();
}

function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
}

module.exports = { isUploadedChunk, respondToChunk };
