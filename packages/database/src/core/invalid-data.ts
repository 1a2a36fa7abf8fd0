/** Data, a path or a query that is invalid in any request. The message is for the client. */
export class InvalidDataError extends Error {
  override readonly name = 'InvalidDataError';
}
