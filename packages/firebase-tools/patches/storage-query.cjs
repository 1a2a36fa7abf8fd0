// The query parameters of Cloud Storage's JSON API
// (https://cloud.google.com/storage/docs/json_api/v1). The Storage emulator ignores those that it
// does not know, so that a precondition or a misspelled name would change data in silence.
const { NAMES, SOURCE_NAMES } = require('./storage-conditions.cjs');
const { parseFields } = require('./storage-fields.cjs');

/**
 * Those of all methods (https://cloud.google.com/storage/docs/json_api/v1/parameters). Who pays and
 * how JSON is printed has no effect here.
 */
const STANDARD = [
  ...['alt', 'fields', 'userProject', 'key', 'oauth_token', 'access_token', 'prettyPrint', 'quotaUser'],
  ...['userIp', '$.xgafv'],
];
const UNSUPPORTED_STANDARD = ['callback'];

/** What each method takes. Those of `unsupported` are rejected when they ask for anything. */
const METHODS = {
  'buckets.list': {
    supported: ['project', 'projection', 'prefix', 'maxResults', 'pageToken'],
    unsupported: ['softDeleted', 'returnPartialSuccess'],
  },
  'buckets.get': {
    supported: ['projection', 'ifMetagenerationMatch', 'ifMetagenerationNotMatch'],
    unsupported: ['generation', 'softDeleted'],
  },
  'objects.list': {
    supported: [
      ...['delimiter', 'includeTrailingDelimiter', 'prefix', 'startOffset', 'endOffset', 'matchGlob'],
      // Without versioning of objects, all versions are the live ones.
      ...['maxResults', 'pageToken', 'projection', 'versions'],
    ],
    unsupported: ['filter', 'includeFoldersAsPrefixes', 'softDeleted'],
  },
  'objects.get': {
    supported: ['generation', 'projection', ...NAMES],
    unsupported: ['softDeleted', 'restoreToken'],
  },
  'objects.insert': {
    supported: ['name', 'uploadType', 'contentEncoding', 'predefinedAcl', 'projection', ...NAMES],
    unsupported: ['kmsKeyName'],
  },
  'objects.patch': {
    supported: ['generation', 'predefinedAcl', 'projection', ...NAMES],
    unsupported: ['overrideUnlockedRetention'],
  },
  'objects.delete': { supported: ['generation', ...NAMES], unsupported: [] },
  'objects.copy': {
    supported: ['sourceGeneration', 'destinationPredefinedAcl', 'projection', ...NAMES, ...SOURCE_NAMES],
    unsupported: ['destinationKmsKeyName', 'dropContextGroups'],
  },
  'objects.rewrite': {
    supported: [
      // A rewrite is done at once, so nobody gets a token to go on with.
      ...['maxBytesRewrittenPerCall', 'sourceGeneration', 'destinationPredefinedAcl', 'projection'],
      ...NAMES,
      ...SOURCE_NAMES,
    ],
    unsupported: ['rewriteToken', 'destinationKmsKeyName', 'dropContextGroups'],
  },
  'objectAccessControls.insert': { supported: ['generation'], unsupported: [] },
};

const ACLS = [
  ...['authenticatedRead', 'bucketOwnerFullControl', 'bucketOwnerRead'],
  ...['private', 'projectPrivate', 'publicRead'],
];
const INTEGER = { pattern: /^\d{1,19}$/, form: 'a number' };
const BOOLEAN = { pattern: /^(true|false)$/, form: 'true or false' };
const ACL = { pattern: new RegExp(`^(${ACLS.join('|')})$`), form: ACLS.join(', ') };
const FORMS = {
  ...Object.fromEntries(
    [...NAMES, ...SOURCE_NAMES, 'generation', 'sourceGeneration', 'maxBytesRewrittenPerCall'].map((name) => [
      name,
      INTEGER,
    ]),
  ),
  maxResults: { pattern: /^[1-9]\d{0,9}$/, form: 'a positive number' },
  includeTrailingDelimiter: BOOLEAN,
  versions: BOOLEAN,
  predefinedAcl: ACL,
  destinationPredefinedAcl: ACL,
  projection: { pattern: /^(full|noAcl)$/, form: 'full or noAcl' },
  uploadType: { pattern: /^(media|multipart|resumable)$/, form: 'media, multipart or resumable' },
  alt: { pattern: /^(json|media)$/, form: 'json or media' },
};

/** An error that the API responds with. */
class ApiError extends Error {
  constructor(status, message, details = {}) {
    super(message);
    Object.assign(this, { status, details: { domain: 'global', ...details } });
  }
}

const invalidParameter = (location, message) =>
  new ApiError(400, message, { reason: 'invalidParameter', locationType: 'parameter', location });

/**
 * The parameters of a request by name, without those that are empty. Throws when the method has no
 * such parameter, when it has one that this emulator does not support, or when a value is not
 * valid.
 * @param {keyof typeof METHODS} method
 * @param {URLSearchParams} parameters
 * @returns {Record<string, string>}
 */
function readQuery(method, parameters) {
  const { supported, unsupported } = METHODS[method];
  const query = {};
  for (const [name, value] of parameters) {
    if (value === '') continue;
    if ([...unsupported, ...UNSUPPORTED_STANDARD].includes(name)) {
      if (value === 'false') continue;
      const message = `This emulator does not support the query parameter ${name} of storage.${method}.`;
      throw new ApiError(501, message, { reason: 'notImplemented' });
    }
    if (![...supported, ...STANDARD].includes(name)) {
      throw invalidParameter(name, `storage.${method} has no query parameter ${JSON.stringify(name)}.`);
    }
    if (name in query) throw invalidParameter(name, `The query parameter ${name} is there twice.`);
    const { pattern, form } = FORMS[name] ?? {};
    if (pattern?.test(value) === false) {
      throw invalidParameter(name, `Invalid value for ${name}: ${JSON.stringify(value)} is not ${form}.`);
    }
    if (name === 'fields' && parseFields(value) === undefined)
      throw invalidParameter(name, `Invalid field selection ${value}`);
    query[name] = value;
  }
  return query;
}

module.exports = { readQuery, invalidParameter, ApiError };
