/** A query that no read may have. Its message is for the client. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
}
