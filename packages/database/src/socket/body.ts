// The body of a request of the socket.

import { readWritePath } from '../core/check-key.ts';
import { InvalidDataError } from '../core/invalid-data.ts';
import type { Path } from '../core/path.ts';

/** Unvalidated JSON from a client. */
export type Body = Readonly<Record<string, unknown>>;

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null;
}

/**
 * The path of a request.
 * @throws InvalidDataError
 */
export function pathOf(body: Body): Path {
  return readWritePath(textOfPath(body)).path;
}

/**
 * The path of a request as text. `.info` exists only on the client.
 * @throws InvalidDataError
 */
export function textOfPath({ p }: Body): string {
  if (typeof p !== 'string') throw new InvalidDataError('The path is missing.');
  if (/^\/?\.info(\/|$)/.test(p)) throw new InvalidDataError('Invalid token in path');
  return p;
}
