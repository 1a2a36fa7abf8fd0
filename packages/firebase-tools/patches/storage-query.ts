// Validates the query parameters of Cloud Storage's JSON API
// (https://cloud.google.com/storage/docs/json_api/v1). The Storage emulator ignores unknown ones,
// so a precondition or a misspelled name would silently change data.
import { NAMES, SOURCE_NAMES } from './storage-conditions.ts';
import { parseFields } from './storage-fields.ts';

interface Parameters {
  readonly supported: readonly string[];
  readonly unsupported: readonly string[];
}

interface Form {
  readonly pattern: RegExp;
  /** A description of the format. */
  readonly form: string;
}

export type Method =
  | 'buckets.list'
  | 'buckets.get'
  | 'objects.list'
  | 'objects.get'
  | 'objects.insert'
  | 'objects.patch'
  | 'objects.delete'
  | 'objects.copy'
  | 'objects.rewrite'
  | 'objectAccessControls.insert';

/**
 * Parameters of all methods (https://cloud.google.com/storage/docs/json_api/v1/parameters). The
 * billing project and JSON formatting have no effect here.
 */
const STANDARD = [
  ...['alt', 'fields', 'userProject', 'key', 'oauth_token', 'access_token', 'prettyPrint', 'quotaUser'],
  ...['userIp', '$.xgafv'],
];
const UNSUPPORTED_STANDARD = ['callback'];

/** The parameters of each method. Those in `unsupported` are rejected if they have an effect. */
const METHODS: Readonly<Record<Method, Parameters>> = {
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
      // Without object versioning, all versions are the live ones.
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
      // A rewrite completes in one call, so no continuation token is needed.
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
const INTEGER: Form = { pattern: /^\d{1,19}$/, form: 'a number' };
const BOOLEAN: Form = { pattern: /^(true|false)$/, form: 'true or false' };
const ACL: Form = { pattern: new RegExp(`^(${ACLS.join('|')})$`), form: ACLS.join(', ') };
const FORMS: Readonly<Record<string, Form>> = {
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

/** An error response of the API. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: object;

  constructor(status: number, message: string, details: object = {}) {
    super(message);
    this.status = status;
    this.details = { domain: 'global', ...details };
  }
}

export function invalidParameter(location: string, message: string): ApiError {
  return new ApiError(400, message, { reason: 'invalidParameter', locationType: 'parameter', location });
}

/**
 * The non-empty parameters of a request, by name. Throws for an unknown or unsupported parameter,
 * and for an invalid value.
 */
export function readQuery(method: Method, parameters: URLSearchParams): Record<string, string> {
  const { supported, unsupported } = METHODS[method];
  const query: Record<string, string> = {};
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
    if (name in query) throw invalidParameter(name, `The query parameter ${name} is given twice.`);
    const expected = FORMS[name];
    if (expected?.pattern.test(value) === false) {
      const message = `Invalid value for ${name}: ${JSON.stringify(value)} is not ${expected.form}.`;
      throw invalidParameter(name, message);
    }
    if (name === 'fields' && parseFields(value) === undefined)
      throw invalidParameter(name, `Invalid field selection ${value}`);
    query[name] = value;
  }
  return query;
}
