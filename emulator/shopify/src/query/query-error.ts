// Owns the error a resolver throws to refuse a query with a code of the API.

import { GraphQLError } from 'graphql';

/** A query that is refused; `code` goes to `extensions.code`. */
export class QueryError extends GraphQLError {
  constructor(message: string, code: string, extensions: Record<string, unknown> = {}) {
    super(message, { extensions: { code, ...extensions } });
  }
}
