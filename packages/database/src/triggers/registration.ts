// Triggers as registered by the Functions emulator, in both generations.

import { parsePath } from '../core/path.ts';

/** The kind of change that fires a trigger. */
export type ChangeKind = 'create' | 'update' | 'delete' | 'write';

/** A registered trigger. */
export interface Trigger {
  /** The original registration. */
  readonly registration: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly projectId: string;
  /** The key in the Functions emulator. */
  readonly key: string;
  readonly kind: ChangeKind;
  readonly generation: 1 | 2;
  /** Returns whether the trigger applies to a namespace. */
  readonly matchesNamespace: (name: string) => boolean;
  /** The namespace for which it was registered; absent in the second generation. */
  readonly namespace: string | undefined;
  /** Keys and key patterns. */
  readonly pattern: readonly string[];
}

/** An invalid registration. The message says what is wrong. */
export class InvalidTriggerError extends Error {
  override readonly name = 'InvalidTriggerError';
}

const NAME = /^projects\/([^/]+)\/(?:locations\/[^/]+\/)?(?:functions|triggers)\/([^/]+)$/;
const FIRST_GENERATION =
  /^providers\/google\.firebase\.database\/eventTypes\/ref\.(write|create|update|delete)$/;
const SECOND_GENERATION = /^google\.firebase\.database\.ref\.v1\.(written|created|updated|deleted)$/;
const KINDS: Readonly<Record<string, ChangeKind>> = {
  written: 'write',
  created: 'create',
  updated: 'update',
  deleted: 'delete',
};

/**
 * Parses one registration or a list of them.
 * @param namespace of the request, which applies to first-generation triggers
 * @throws InvalidTriggerError
 */
export function parseRegistrations(json: unknown, namespace: string | undefined): Trigger[] {
  return (Array.isArray(json) ? json : [json]).map((each) => parseRegistration(each, namespace));
}

function parseRegistration(json: unknown, namespace: string | undefined): Trigger {
  if (typeof json !== 'object' || json === null)
    throw new InvalidTriggerError('A trigger must be an object.');
  const registration = json as Readonly<Record<string, unknown>>;
  const [name, path, event] = ['name', 'path', 'event'].map((member) => {
    const value = registration[member];
    if (typeof value === 'string') return value;
    throw new InvalidTriggerError(`A trigger has no ${member}.`);
  }) as [string, string, string];
  const [, projectId, key] = NAME.exec(name) ?? [];
  if (projectId === undefined || key === undefined) {
    throw new InvalidTriggerError(`The name of a trigger is invalid: ${name}`);
  }
  const first = FIRST_GENERATION.exec(event)?.[1] as ChangeKind | undefined;
  const kind = first ?? KINDS[SECOND_GENERATION.exec(event)?.[1] ?? ''];
  if (kind === undefined) throw new InvalidTriggerError(`The event of a trigger is unknown: ${event}`);
  const pattern = String(registration.namespacePattern ?? '*');
  return {
    ...{ registration, name, projectId, key, kind },
    generation: first === undefined ? 2 : 1,
    namespace: first === undefined ? undefined : namespace,
    matchesNamespace: (each) => (first === undefined ? matchesGlob(pattern, each) : each === namespace),
    pattern: parsePath(path),
  };
}

/** Returns whether a text matches a pattern in which `*` stands for any characters. */
function matchesGlob(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (!text.startsWith(first)) return false;
  if (rest.length === 0) return text === first;
  let position = first.length;
  const last = rest.pop() as string;
  for (const part of rest) {
    const found = text.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return text.length - last.length >= position && text.endsWith(last);
}
