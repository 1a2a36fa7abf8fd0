// The preconditions of Cloud Storage (https://cloud.google.com/storage/docs/request-preconditions),
// which the Storage emulator ignores.
const NAMES = [
  'ifGenerationMatch',
  'ifGenerationNotMatch',
  'ifMetagenerationMatch',
  'ifMetagenerationNotMatch',
];
/** Of the object that is copied: `ifSourceGenerationMatch` ... */
const SOURCE_NAMES = NAMES.map((name) => name.replace('if', 'ifSource'));
/** Those of HTTP itself (RFC 9110, section 13), which both APIs have. */
const ENTITY_TAG_HEADERS = { 'if-match': 'ifEtagMatch', 'if-none-match': 'ifEtagNotMatch' };
/** Those of the XML API. */
const XML_HEADERS = {
  ...ENTITY_TAG_HEADERS,
  'x-goog-if-generation-match': 'ifGenerationMatch',
  'x-goog-if-metageneration-match': 'ifMetagenerationMatch',
};

/**
 * A condition that does not hold. `isNotMatch`: a read responds 304, as the client has what it
 * would get.
 */
class PreconditionError extends Error {
  constructor(name) {
    super('At least one of the pre-conditions you specified did not hold.');
    Object.assign(this, { condition: name, isNotMatch: name.endsWith('NotMatch') });
  }
}

/**
 * Throws a PreconditionError for the first condition that does not hold.
 * @param {Record<string, string>} conditions by name
 * @param {{ generation: number, metageneration: number, etag: string } | undefined} metadata
 *   undefined: there is no such object, whose generation is 0
 */
function checkConditions(conditions, metadata) {
  for (const [name, value] of Object.entries(conditions)) {
    if (isMatch(name, value, metadata) === name.endsWith('NotMatch')) throw new PreconditionError(name);
  }
}

function isMatch(name, value, metadata) {
  if (name.startsWith('ifEtag')) {
    const tags = value.split(',').map((tag) => tag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'));
    return metadata !== undefined && (tags.includes('*') || tags.includes(metadata.etag));
  }
  const actual = name.includes('Meta') ? metadata?.metageneration : metadata?.generation;
  return Number(value) === Number(actual ?? 0);
}

/** The conditions of a request of the JSON API on its object: its query parameters and headers. */
function jsonConditions(query, headers) {
  return { ...pick(query, NAMES), ...headerConditions(headers, ENTITY_TAG_HEADERS) };
}

/** The conditions on the object that is copied. */
function sourceConditions(query) {
  const conditions = Object.entries(pick(query, SOURCE_NAMES));
  return Object.fromEntries(conditions.map(([name, value]) => [name.replace('Source', ''), value]));
}

/** The conditions of a request of the XML API. */
function xmlConditions(headers) {
  return headerConditions(headers, XML_HEADERS);
}

function headerConditions(headers, names) {
  const conditions = Object.entries(pick(headers, Object.keys(names)));
  return Object.fromEntries(conditions.map(([header, value]) => [names[header], value]));
}

function pick(values, names) {
  return Object.fromEntries(
    names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
}

module.exports = {
  NAMES,
  SOURCE_NAMES,
  PreconditionError,
  checkConditions,
  jsonConditions,
  sourceConditions,
  xmlConditions,
};
