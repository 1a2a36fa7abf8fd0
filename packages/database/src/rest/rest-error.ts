// Errors of REST and of the settings: `{"error" : "TEXT"}` with a status.

import { InvalidDataError } from '../core/invalid-data.ts';
import { QueryError } from '../core/query-error.ts';
import { NotStoredError } from '../database/change-log.ts';
import { InvalidTokenError } from '../database/login.ts';
import { DeniedError } from '../database/namespace.ts';

/** A request error with a status and a message. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** Production's messages, which clients and their tests compare. */
export const ERROR_TEXT = {
  invalidJson: "Invalid data; couldn't parse JSON object, array, or value.",
  invalidObject:
    "Invalid data; couldn't parse JSON object. Are you sending a JSON object with valid key names?",
  noData: 'Error: No data supplied.',
  noJsonSuffix: 'append .json to your request URI to use the REST API.',
  invalidOrderBy: 'orderBy must be a valid JSON encoded path',
  noOrderBy: 'orderBy must be defined when other query parameters are defined',
  invalidBound: 'Constraint index field must be a JSON primitive',
  equalToWithRange: 'equalTo cannot be specified in addition to startAt or endAt',
  tooLarge: 'Data to write exceeds the maximum size that can be modified with a single request.',
  denied: 'Permission denied',
} as const;

/** Converts an error to a status and a message; undefined for an internal error. */
export function restErrorOf(error: unknown): RestError | undefined {
  if (error instanceof RestError) return error;
  if (error instanceof DeniedError || error instanceof InvalidTokenError) {
    return new RestError(401, error.message);
  }
  if (error instanceof InvalidDataError || error instanceof QueryError) {
    return new RestError(400, error.message);
  }
  if (error instanceof NotStoredError) return new RestError(500, error.message);
  return undefined;
}
