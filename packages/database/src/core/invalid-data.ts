/** Data, a path or a query that no request may have. Its message is for the client. */
export class InvalidDataError extends Error {
  override readonly name = 'InvalidDataError';
}
