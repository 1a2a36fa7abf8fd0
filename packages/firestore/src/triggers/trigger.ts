import type { JsonValue } from '@bufbuild/protobuf';
import { invalidArgument } from '../core/rpc-error.ts';

/** What happened to a document. */
export type ChangeKind = 'create' | 'update' | 'delete';

/** A registered document trigger. */
export interface Trigger {
  /** Its key in the Functions emulator, part of the URL to which events are posted. */
  readonly key: string;
  readonly projectId: string;
  readonly databaseId: string;
  /** The event type as registered, e.g. 'google.cloud.firestore.document.v1.written'. */
  readonly eventType: string;
  /** The generation of Cloud Functions: events are JSON for 1, CloudEvents for 2. */
  readonly version: 1 | 2;
  readonly kinds: ReadonlySet<ChangeKind>;
  /**
   * Segments of the document pattern: text, `{name}` for one segment, `{name=**}` for any number.
   */
  readonly pattern: readonly string[];
  /**
   * If true, a failure of the function is retried. firebase-tools registers this only with the
   * kit's patch; the default is false, as in production.
   */
  readonly retry: boolean;
  /** The timeout of the function, if registered. */
  readonly timeoutSeconds: number | undefined;
}

const ALL_KINDS: ReadonlySet<ChangeKind> = new Set(['create', 'update', 'delete']);

type KindsByName = ReadonlyMap<string | undefined, ReadonlySet<ChangeKind>>;

const V1_KINDS: KindsByName = new Map([
  ['create', new Set<ChangeKind>(['create'])],
  ['update', new Set<ChangeKind>(['update'])],
  ['delete', new Set<ChangeKind>(['delete'])],
  ['write', ALL_KINDS],
]);

const V2_KINDS: KindsByName = new Map([
  ['created', new Set<ChangeKind>(['create'])],
  ['updated', new Set<ChangeKind>(['update'])],
  ['deleted', new Set<ChangeKind>(['delete'])],
  ['written', ALL_KINDS],
]);

function members(json: JsonValue | undefined): { [name: string]: JsonValue } {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
}

function parsePolicy({
  retry,
  timeoutSeconds,
}: {
  [name: string]: JsonValue;
}): Pick<Trigger, 'retry' | 'timeoutSeconds'> {
  const isTimeout = typeof timeoutSeconds === 'number' && timeoutSeconds > 0;
  return { retry: retry === true, timeoutSeconds: isTimeout ? timeoutSeconds : undefined };
}

function parseV1(projectId: string, key: string, trigger: JsonValue): Trigger {
  const { eventType, resource } = members(trigger);
  const kind = /^providers\/cloud\.firestore\/eventTypes\/document\.(\w+)$/.exec(String(eventType))?.[1];
  const kinds = V1_KINDS.get(kind);
  if (kinds === undefined)
    throw invalidArgument(`Trigger ${key}: unknown eventType ${JSON.stringify(eventType)}.`);
  const name = /^projects\/[^/]+\/databases\/([^/]+)\/documents\/(.+)$/.exec(String(resource));
  if (name === null)
    throw invalidArgument(`Trigger ${key}: ${JSON.stringify(resource)} is not a document pattern.`);
  const [, databaseId, path] = name as unknown as [string, string, string];
  return {
    key,
    projectId,
    databaseId,
    eventType: String(eventType),
    version: 1,
    kinds,
    pattern: path.split('/'),
    ...parsePolicy(members(trigger)),
  };
}

function parseV2(projectId: string, key: string, registration: JsonValue): Trigger {
  const { eventType, database, document } = members(registration);
  const kind = /^google\.cloud\.firestore\.document\.v1\.(\w+)(?:\.withAuthContext)?$/.exec(
    String(eventType),
  )?.[1];
  const kinds = V2_KINDS.get(kind);
  if (kinds === undefined)
    throw invalidArgument(`Trigger ${key}: unknown eventType ${JSON.stringify(eventType)}.`);
  const { value, matchType } = members(document);
  // A trigger without a document filter matches every document.
  const path = typeof value === 'string' && value !== '' ? value.replace(/^\//, '') : '{document=**}';
  const isPattern = matchType !== 'EXACT';
  return {
    key,
    projectId,
    databaseId: typeof database === 'string' && database !== '' ? database : '(default)',
    eventType: String(eventType),
    version: 2,
    kinds,
    pattern: path.split('/').map((segment) => (isPattern ? segment : escapeSegment(segment))),
    ...parsePolicy(members(registration)),
  };
}

/** Marks a segment of an EXACT path as literal if it looks like a wildcard. */
const LITERAL_PREFIX = '\u0000';

function escapeSegment(segment: string): string {
  return segment.startsWith('{') ? LITERAL_PREFIX + segment : segment;
}

/**
 * Parses a registration by firebase-tools, v1 or v2. Throws INVALID_ARGUMENT for an unknown event
 * type or shape.
 */
export function parseTrigger(projectId: string, key: string, registration: JsonValue): Trigger {
  const { eventTrigger } = members(registration);
  return eventTrigger === undefined
    ? parseV2(projectId, key, registration)
    : parseV1(projectId, key, eventTrigger);
}

function matchesPattern(pattern: readonly string[], path: readonly string[]): boolean {
  const [head, ...rest] = pattern;
  if (head === undefined) return path.length === 0;
  if (/^\{[^}]*=\*\*\}$/.test(head) || head === '**') {
    for (let taken = 0; taken <= path.length; taken++)
      if (matchesPattern(rest, path.slice(taken))) return true;
    return false;
  }
  const [segment, ...below] = path;
  if (segment === undefined) return false;
  const isWildcard = head === '*' || (head.startsWith('{') && head.endsWith('}'));
  const isText = head === segment || head === LITERAL_PREFIX + segment;
  return (isWildcard || isText) && matchesPattern(rest, below);
}

/**
 * Returns whether a change of this kind to the document at `path` (segments after /documents) fires
 * the trigger.
 */
export function matchesTrigger(trigger: Trigger, kind: ChangeKind, path: readonly string[]): boolean {
  return trigger.kinds.has(kind) && matchesPattern(trigger.pattern, path);
}
