// Evaluates the preconditions of Cloud Storage
// (https://cloud.google.com/storage/docs/request-preconditions), which the Storage emulator
// ignores.
import type { IncomingHttpHeaders } from 'node:http';

/** Precondition values, by their JSON API names. */
export type Conditions = Readonly<Record<string, string>>;
type Query = Readonly<Record<string, string | undefined>>;

/** The properties of an object or bucket to compare. */
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
/** For the source object of a copy: `ifSourceGenerationMatch` and so on. */
export const SOURCE_NAMES = NAMES.map((name) => name.replace('if', 'ifSource'));
/** The standard HTTP headers (RFC 9110, section 13), which both APIs support. */
const ENTITY_TAG_HEADERS = { 'if-match': 'ifEtagMatch', 'if-none-match': 'ifEtagNotMatch' };
/** The headers of the XML API. */
const XML_HEADERS = {
  ...ENTITY_TAG_HEADERS,
  'x-goog-if-generation-match': 'ifGenerationMatch',
  'x-goog-if-metageneration-match': 'ifMetagenerationMatch',
};

/**
 * A failed condition. `isNotMatch`: a read responds with 304, because the client already has the
 * current version.
 */
export class PreconditionError extends Error {
  readonly isNotMatch: boolean;

  constructor(name: string) {
    super('At least one of the pre-conditions you specified did not hold.');
    this.isNotMatch = name.endsWith('NotMatch');
  }
}

/**
 * Throws a PreconditionError for the first failed condition.
 * @param metadata undefined if there is no such object, whose generation is then 0
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

/** The conditions of a JSON API request on its object, from query parameters and headers. */
export function jsonConditions(query: Query, headers: IncomingHttpHeaders): Conditions {
  return { ...pick(query, NAMES), ...headerConditions(headers, ENTITY_TAG_HEADERS) };
}

/** The conditions on the source object of a copy. */
export function sourceConditions(query: Query): Conditions {
  const conditions = Object.entries(pick(query, SOURCE_NAMES));
  return Object.fromEntries(conditions.map(([name, value]) => [name.replace('Source', ''), value]));
}

/** The conditions of an XML API request. */
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
