// Removes from responses what differs between any two runs, and unifies JSON notations.
import type { Json } from './parity-case.ts';

/** The times that a server assigned in one case, named in order of appearance. */
export class AssignedTimes {
  readonly #names = new Map<string, string>();

  name(time: string): string {
    const known = this.#names.get(time);
    if (known !== undefined) return known;
    const name = `<time ${this.#names.size + 1}>`;
    this.#names.set(time, name);
    return name;
  }
}

const ASSIGNED = new Set(['createTime', 'updateTime', 'commitTime']);
/**
 * Read times have no relation to commits that a client may rely on; `done` is optional in the
 * protocol.
 */
const DROPPED = new Set(['readTime', 'done']);
const OPAQUE = new Set(['transaction', 'nextPageToken', 'streamToken', 'streamId']);
const GENERATED_ID = /\/[A-Za-z0-9]{20}$/;
/** Stored times this close to the present are server timestamps. */
const PRESENT_MS = 3_600_000;

/** Converts every notation of a time to the form `2026-01-01T00:00:00.500Z`. */
function normalizeTime(text: string): string {
  const [, whole = text, fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(text) ?? [];
  const digits = fraction.replace(/0+$/, '');
  return digits === '' ? `${whole}Z` : `${whole}.${digits}Z`;
}

function normalizeDouble(value: Json): string {
  const number = Number(value);
  return Object.is(number, -0) ? '-0' : String(number);
}

function normalizeMember(key: string, value: Json, projectId: string, times: AssignedTimes): Json {
  if (ASSIGNED.has(key) && typeof value === 'string') return times.name(normalizeTime(value));
  if (OPAQUE.has(key)) return `<${key}>`;
  if (key === 'doubleValue') return normalizeDouble(value);
  if (key === 'nullValue') return null;
  if (key === 'status' && Array.isArray(value)) {
    // The statuses of a batch: their texts are not compared.
    return value.map(({ code = 0 }: { code?: number }) => code);
  }
  if (key === 'timestampValue' && typeof value === 'string') {
    return Math.abs(Date.parse(value) - Date.now()) < PRESENT_MS ? '<now>' : normalizeTime(value);
  }
  if (key === 'geoPointValue') {
    const { latitude = 0, longitude = 0 } = value as { latitude?: number; longitude?: number };
    return { latitude: normalizeDouble(latitude), longitude: normalizeDouble(longitude) };
  }
  if (key === 'name' && typeof value === 'string') {
    return value.replaceAll(projectId, '{project}').replace(GENERATED_ID, '/<id>');
  }
  return normalizeMessage(value, projectId, times);
}

/** True if a member means the same as its absence. */
function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** The keys whose empty values proto3 JSON may omit. */
const OMITTED_WHEN_EMPTY = new Set([
  'fields',
  'values',
  'documents',
  'transformResults',
  'collectionIds',
  'partitions',
]);

/**
 * A message of a response, with named times and ids, and values in one notation. Keys are sorted.
 */
function normalizeMessage(message: Json, projectId: string, times: AssignedTimes): Json {
  if (Array.isArray(message)) return message.map((each: Json) => normalizeMessage(each, projectId, times));
  if (typeof message === 'string') return message.replaceAll(projectId, '{project}');
  if (typeof message !== 'object' || message === null) return message;
  const members = Object.entries(message)
    .filter(([key]) => !DROPPED.has(key))
    .map(([key, value]): [string, Json] => [key, normalizeMember(key, value, projectId, times)])
    .filter(([key, value]) => !(OMITTED_WHEN_EMPTY.has(key) && isEmpty(value)));
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * A response, normalized. A streamed one is an array of messages, some of which only say that the
 * stream makes progress.
 */
export function normalizeResponse(response: Json, projectId: string, times: AssignedTimes): Json {
  const normalized = normalizeMessage(response, projectId, times);
  return Array.isArray(normalized) ? normalized.filter((each: Json) => !isEmpty(each)) : normalized;
}
