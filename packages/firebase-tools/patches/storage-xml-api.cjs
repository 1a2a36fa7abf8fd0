// Reads of Cloud Storage's XML API
// (https://cloud.google.com/storage/docs/xml-api/get-object-download), by signed URL, too: what the
// Storage emulator ignores of their headers and query parameters. It responds itself when nothing
// is against it.
const { checkConditions, xmlConditions } = require('./storage-conditions.cjs');
const { sendError, XmlError } = require('./signed-url.cjs');

/** Headers of the response that a URL may set. */
const OVERRIDABLE = ['content-disposition', 'content-type'];

exports.checkXmlRead = (emulator) => (request, response, next) => {
  const { bucket, object } = request.params;
  const { searchParams } = new URL(request.originalUrl, 'http://localhost');
  const metadata = emulator.adminStorageLayer.getMetadata(bucket, object);
  try {
    const generation = searchParams.get('generation') ?? undefined;
    if (generation !== undefined && generation !== String(metadata?.generation))
      throw new XmlError(404, 'NoSuchKey', 'The specified key does not exist.');
    if (metadata !== undefined) checkConditions(xmlConditions(request.headers), metadata);
  } catch (error) {
    if (error.isNotMatch) return response.status(304).end();
    return sendError(request, response, error);
  }
  const overrides = new Map(OVERRIDABLE.map((name) => [name, searchParams.get(`response-${name}`)]));
  const { setHeader } = response;
  response.setHeader = (name, value) =>
    setHeader.call(response, name, overrides.get(name.toLowerCase()) ?? value);
  return next();
};
