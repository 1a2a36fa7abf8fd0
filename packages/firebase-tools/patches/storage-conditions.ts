// The preconditions of Cloud Storage (https://cloud.google.com/storage/docs/request-preconditions),
// which the Storage emulator ignores.
import type { IncomingHttpHeaders } from 'node:http';

/** Values of preconditions by their names in the JSON API. */
export type Conditions = Readonly<Record<string, string>>;
type Query = Readonly<Record<string, string | undefined>>;

/** What is compared of an object or a bucket. */
interface Versions {
  readonly generation?: number;
  readonly metageneration: number;
  readonly etag: string;
}

export const NAMES = [
  'ifGenerationMatch',
  'ifGenerationNotMatch',
  'ifMetagenerationMatch',
  'ifMetagenerationNotMatch',
];
/** Of the object that is copied: `ifSourceGenerationMatch` ... */
export const SOURCE_NAMES = NAMES.map((name) => name.replace('if', 'ifSource'));
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
export class PreconditionError extends Error {
  readonly isNotMatch: boolean;

  constructor(name: string) {
    super('At least one of the pre-conditions you specified did not hold.');
    this.isNotMatch = name.endsWith('NotMatch');
  }
}

/**
 * Throws a PreconditionError for the first condition that does not hold.
 * @param metadata undefined: there is no such object, whose generation is 0
 */
export function checkConditions(conditions: Conditions, metadata: Versions | undefined): void {
  for (const [name, value] of Object.entries(conditions)) {
    if (isMatch(name, value, metadata) === name.endsWith('NotMatch')) throw new PreconditionError(name);
  }
}

function isMatch(name: string, value: string, metadata: Versions | undefined): boolean {
  if (name.startsWith('ifEtag')) {
    const tags = value.split(',').map((tag) => tag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'));
    return metadata !== undefined && (tags.includes('*') || tags.includes(metadata.etag));
  }
  const actual = name.includes('Meta') ? metadata?.metageneration : metadata?.generation;
  return Number(value) === Number(actual ?? 0);
}

/** The conditions of a request of the JSON API on its object: its query parameters and headers. */
export function jsonConditions(query: Query, headers: IncomingHttpHeaders): Conditions {
  return { ...pick(query, NAMES), ...headerConditions(headers, ENTITY_TAG_HEADERS) };
}

/** The conditions on the object that is copied. */
export function sourceConditions(query: Query): Conditions {
  const conditions = Object.entries(pick(query, SOURCE_NAMES));
  return Object.fromEntries(conditions.map(([name, value]) => [name.replace('Source', ''), value]));
}

/** The conditions of a request of the XML API. */
export function xmlConditions(headers: IncomingHttpHeaders): Conditions {
  return headerConditions(headers, XML_HEADERS);
}

function headerConditions(headers: IncomingHttpHeaders, names: Readonly<Record<string, string>>): Conditions {
  const conditions = Object.entries(names).flatMap(([header, name]) => {
    const value = headers[header]?.toString();
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(conditions);
}

function pick(values: Query, names: readonly string[]): Conditions {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
