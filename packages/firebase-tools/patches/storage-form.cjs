// Uploads by an HTML form (https://cloud.google.com/storage/docs/xml-api/post-object-forms), as
// `generateSignedPostPolicyV4` prepares them. The Storage emulator takes them, but always responds
// 204 and with errors that are no XML, and reads neither checksums nor `${filename}`. The policy
// and its signature are not checked: nobody here knows the key.
const { checkBody, statedChecksums } = require('./storage-checksums.cjs');
const { escapeXml, metadataOf, send, sendError, XmlError } = require('./signed-url.cjs');

/** `success_action_status`; any other value is 204. */
const STATUSES = ['200', '201'];

exports.uploadForm = (emulator, load) => (request, response) =>
  upload(emulator, request, load).then(
    ({ status, headers, body }) => send(request, response, status, headers, body),
    (error) => sendError(request, response, error),
  );

async function upload({ adminStorageLayer, uploadService }, request, load) {
  const { bucket } = request.params;
  const { file, fields } = readForm(request, load);
  checkBody(request.headers, request.body);
  checkBody(fields, file.data);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Cloud Storage's own variable
  const objectId = fields.key.replaceAll('${filename}', file.filename);
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

/** The file of a form, and its fields by their names in lower case. */
function readForm({ headers, body }, load) {
  const parts = parseForm(headers['content-type'] ?? '', body, load);
  const file = parts.find(({ type }) => type === 'file');
  const fields = Object.fromEntries(
    parts.filter(({ type }) => type === 'field').map(({ name, value }) => [name.toLowerCase(), value.trim()]),
  );
  if (file === undefined || !fields.key) throw badForm('The form lacks the field "key" or the file.');
  return { file, fields };
}

function parseForm(contentType, body, load) {
  try {
    return load('../multipart').parseFormDataMultipartRequest(contentType, body);
  } catch (error) {
    throw badForm(error.message);
  }
}

const badForm = (details) =>
  new XmlError(400, 'MalformedPOSTRequest', 'The body of your POST request is not well formed.', details);

/** The redirect takes precedence over the status; a URL that is none is ignored. */
function success({ headers }, fields, stored) {
  const { success_action_redirect: redirect = '', success_action_status: wanted } = fields;
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
