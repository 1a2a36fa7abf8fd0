// Owns how errors in a query are worded: Shopify's server is another one than graphql-js, with its own messages, codes
// and paths.

import type { ASTNode, DocumentNode, GraphQLError } from 'graphql';
import { Kind, visit } from 'graphql';

/** An error as it is sent. */
export interface SentError {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly path?: readonly (string | number)[];
  readonly extensions?: Record<string, unknown>;
}

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

/** A validation error in the API's words, with the path that leads to the field. */
export function validationError(error: GraphQLError, document: DocumentNode): SentError {
  const node = error.nodes?.[0];
  const base: SentError = {
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

/** A query that is not GraphQL. */
export function syntaxError(error: GraphQLError): SentError {
  return {
    message: error.message.replace(/^Syntax Error: /, 'syntax error, '),
    ...(error.locations === undefined ? {} : { locations: error.locations }),
    extensions: { code: 'PARSE_ERROR' },
  };
}

/** An error of a resolver: refusals keep their code, anything else is internal. */
export function executionError(error: GraphQLError): SentError {
  return {
    message: error.message,
    ...(error.locations === undefined ? {} : { locations: error.locations }),
    ...(error.path === undefined ? {} : { path: error.path }),
    extensions: { code: error.extensions.code ?? 'INTERNAL_SERVER_ERROR', ...error.extensions },
  };
}

/** Such as `['query Page', 'products', 'nodes', 'nope']`. */
function pathTo(document: DocumentNode, wanted: ASTNode): string[] {
  const open: string[] = [];
  let found: string[] | null = null;
  visit(document, {
    enter(node) {
      if (node.kind === Kind.OPERATION_DEFINITION) {
        open.push(node.name === undefined ? node.operation : `${node.operation} ${node.name.value}`);
      } else if (node.kind === Kind.FRAGMENT_DEFINITION) {
        open.push(`fragment ${node.name.value}`);
      } else if (node.kind === Kind.FIELD) {
        open.push(node.alias?.value ?? node.name.value);
      } else if (node.kind === Kind.INLINE_FRAGMENT && node.typeCondition !== undefined) {
        open.push(`... on ${node.typeCondition.name.value}`);
      }
      if (node === wanted && found === null) found = [...open];
    },
    leave(node) {
      const named =
        node.kind === Kind.OPERATION_DEFINITION ||
        node.kind === Kind.FRAGMENT_DEFINITION ||
        node.kind === Kind.FIELD ||
        (node.kind === Kind.INLINE_FRAGMENT && node.typeCondition !== undefined);
      if (named) open.pop();
    },
  });
  return found ?? [];
}
