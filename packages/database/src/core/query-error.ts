/** A query that is invalid in any read. The message is for the client. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
}
