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
/** Those of the XML API. */
const HEADERS = {
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
 * @param {Record<string, string>} conditions by name; those of a source without `Source`
 * @param {{ generation: number, metageneration: number } | undefined} metadata undefined: there is
 *   no such object, whose generation is 0
 */
function checkConditions(conditions, metadata) {
  for (const [name, value] of Object.entries(conditions)) {
    const actual = (name.includes('Meta') ? metadata?.metageneration : metadata?.generation) ?? 0;
    if ((Number(value) === actual) === name.endsWith('NotMatch')) throw new PreconditionError(name);
  }
}

/** The conditions among query parameters of the JSON API. */
function queryConditions(query, names = NAMES) {
  return Object.fromEntries(
    names.flatMap((name) => (query[name] === undefined ? [] : [[name.replace('Source', ''), query[name]]])),
  );
}

/** The conditions among headers of the XML API. */
function headerConditions(headers) {
  return Object.fromEntries(
    Object.entries(HEADERS).flatMap(([header, name]) =>
      headers[header] === undefined ? [] : [[name, headers[header]]],
    ),
  );
}

module.exports = {
  NAMES,
  SOURCE_NAMES,
  PreconditionError,
  checkConditions,
  queryConditions,
  headerConditions,
};
