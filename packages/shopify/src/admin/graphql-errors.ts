// Shopify's server is graphql-ruby, whose messages, `extensions` and paths differ from those of
// graphql-js.

import type { ASTNode, DocumentNode, GraphQLError, GraphQLFormattedError } from 'graphql';
import { Kind, visit } from 'graphql';

type Rewrite = [RegExp, (...groups: string[]) => { message: string; extensions: Record<string, unknown> }];

const REWRITES: readonly Rewrite[] = [
  [
    /^Cannot query field "(\w+)" on type "(\w+)"/,
    (fieldName, typeName) => ({
      message: `Field '${fieldName}' doesn't exist on type '${typeName}'`,
      extensions: { code: 'undefinedField', typeName, fieldName },
    }),
  ],
  [
    /^Unknown argument "(\w+)" on field "\w+\.(\w+)"/,
    (argumentName, name) => ({
      message: `Field '${name}' doesn't accept argument '${argumentName}'`,
      extensions: { code: 'argumentNotAccepted', name, typeName: 'Field', argumentName },
    }),
  ],
  [
    /^Field "(\w+)" argument "(\w+)" of type "[^"]+" is required/,
    (name, argumentName) => ({
      message: `Field '${name}' is missing required arguments: ${argumentName}`,
      extensions: { code: 'missingRequiredArguments', className: 'Field', name, arguments: argumentName },
    }),
  ],
  [
    /^Field "(\w+)" of type "([^"]+)" must have a selection of subfields/,
    (nodeName, typeName) => ({
      message: `Field must have selections (field '${nodeName}' returns ${typeName.replace(/[![\]]/g, '')} but has no selections. Did you mean '${nodeName} { ... }'?)`,
      extensions: {
        code: 'selectionMismatch',
        nodeName: `field '${nodeName}'`,
        typeName: typeName.replace(/[![\]]/g, ''),
      },
    }),
  ],
  [
    /^Unknown type "(\w+)"/,
    (typeName) => ({
      message: `No such type ${typeName}, so it can't be a fragment condition`,
      extensions: { code: 'undefinedType', typeName },
    }),
  ],
  [
    /^Variable "\$(\w+)" is not defined/,
    (variableName) => ({
      message: `Variable $${variableName} is used but not declared`,
      extensions: { code: 'variableNotDefined', variableName },
    }),
  ],
  [
    /^Variable "\$(\w+)" is never used/,
    (variableName) => ({
      message: `Variable $${variableName} is declared but not used`,
      extensions: { code: 'variableNotUsed', variableName },
    }),
  ],
];

/**
 * Formats a validation error with Shopify's message and code, and with the field's path in the
 * query.
 */
export function validationError(error: GraphQLError, document: DocumentNode): GraphQLFormattedError {
  const node = error.nodes?.[0];
  const base: GraphQLFormattedError = {
    message: error.message,
    ...(error.locations === undefined ? {} : { locations: error.locations }),
    ...(node === undefined ? {} : { path: pathTo(document, node) }),
    extensions: { code: 'invalid' },
  };
  for (const [pattern, rewrite] of REWRITES) {
    const groups = pattern.exec(error.message);
    if (groups !== null) return { ...base, ...rewrite(...groups.slice(1)) };
  }
  return base;
}

/** Formats the error of a query that does not parse. */
export function syntaxError(error: GraphQLError): GraphQLFormattedError {
  return {
    message: error.message.replace(/^Syntax Error: /, 'syntax error, '),
    ...(error.locations === undefined ? {} : { locations: error.locations }),
    extensions: { code: 'PARSE_ERROR' },
  };
}

/**
 * Formats an error thrown by a resolver. A QueryError keeps its code; any other error is
 * INTERNAL_SERVER_ERROR.
 */
export function executionError(error: GraphQLError): GraphQLFormattedError {
  return {
    message: error.message,
    ...(error.locations === undefined ? {} : { locations: error.locations }),
    ...(error.path === undefined ? {} : { path: error.path }),
    extensions: { code: error.extensions.code ?? 'INTERNAL_SERVER_ERROR', ...error.extensions },
  };
}

/** The path of a node in the document, such as `['query Page', 'products', 'nodes', 'nope']`. */
function pathTo(document: DocumentNode, target: ASTNode): string[] {
  const path: string[] = [];
  let found: string[] | null = null;
  visit(document, {
    enter(node) {
      if (node.kind === Kind.OPERATION_DEFINITION) {
        path.push(node.name === undefined ? node.operation : `${node.operation} ${node.name.value}`);
      } else if (node.kind === Kind.FRAGMENT_DEFINITION) {
        path.push(`fragment ${node.name.value}`);
      } else if (node.kind === Kind.FIELD) {
        path.push(node.alias?.value ?? node.name.value);
      } else if (node.kind === Kind.INLINE_FRAGMENT && node.typeCondition !== undefined) {
        path.push(`... on ${node.typeCondition.name.value}`);
      }
      if (node === target && found === null) found = [...path];
    },
    leave(node) {
      const isInPath =
        node.kind === Kind.OPERATION_DEFINITION ||
        node.kind === Kind.FRAGMENT_DEFINITION ||
        node.kind === Kind.FIELD ||
        (node.kind === Kind.INLINE_FRAGMENT && node.typeCondition !== undefined);
      if (isInPath) path.pop();
    },
  });
  return found ?? [];
}
