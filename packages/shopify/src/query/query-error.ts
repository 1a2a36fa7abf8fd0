import { GraphQLError } from 'graphql';

/** A GraphQL error of a resolver. `code` becomes `extensions.code`. */
export class QueryError extends GraphQLError {
  constructor(message: string, code: string) {
    super(message, { extensions: { code } });
  }
}
