import { create } from '@bufbuild/protobuf';
import { type Micros, timestampToMicros } from '../core/commit-time.ts';
import { type FieldPath, formatFieldPath, isNamePath, parseFieldPath } from '../core/field-path.ts';
import { parseDocumentName } from '../core/resource-name.ts';
import { invalidArgument } from '../core/rpc-error.ts';
import { Fields, type FieldValue, TypeOrder, typeOrder } from '../core/value.ts';
import { fromFields, fromValue } from '../core/value-message.ts';
import type { Precondition } from '../gen/google/firestore/v1/common_pb.js';
import { ArrayValueSchema, type Document } from '../gen/google/firestore/v1/document_pb.js';
import {
  type DocumentTransform_FieldTransform,
  DocumentTransform_FieldTransform_ServerValue as ServerValue,
  type Write,
} from '../gen/google/firestore/v1/write_pb.js';

/** A decoded FieldTransform of write.proto. */
export type FieldTransform =
  | { readonly kind: 'server-timestamp'; readonly path: FieldPath }
  | {
      readonly kind: 'increment' | 'maximum' | 'minimum';
      readonly path: FieldPath;
      readonly operand: number | bigint;
    }
  | {
      readonly kind: 'append' | 'remove-all';
      readonly path: FieldPath;
      readonly elements: readonly FieldValue[];
    };

/** A decoded Precondition of common.proto. */
export interface MutationPrecondition {
  readonly exists?: boolean;
  readonly updateTime?: Micros;
}

/**
 * A decoded and validated write. If `mask` is undefined, `fields` replaces all fields of the
 * document.
 */
export interface Mutation {
  readonly kind: 'update' | 'delete' | 'verify' | 'transform';
  readonly path: string;
  readonly fields: Fields;
  readonly mask: readonly FieldPath[] | undefined;
  readonly transforms: readonly FieldTransform[];
  readonly precondition: MutationPrecondition | undefined;
}

const MAX_TRANSFORMS = 500;

/**
 * Decodes a google.firestore.v1.Write to `database` ('projects/P/databases/D') and validates
 * everything that does not depend on the stored document. Throws INVALID_ARGUMENT.
 */
export function parseWrite(write: Write, database: string): Mutation {
  const precondition = write.currentDocument && parsePrecondition(write.currentDocument);
  const { operation } = write;
  switch (operation.case) {
    case 'update':
      return parseUpdate(operation.value, write, database, precondition);
    case 'transform':
      if (operation.value.fieldTransforms.length === 0) {
        throw invalidArgument('The list of FieldTransform must not be empty.');
      }
      return {
        kind: 'transform',
        path: pathIn(operation.value.document, database),
        fields: new Fields(),
        mask: [],
        transforms: parseTransforms(operation.value.fieldTransforms),
        precondition,
      };
    case 'delete':
    case 'verify':
      if (write.updateMask || write.updateTransforms.length > 0) {
        throw invalidArgument(`A ${operation.case} cannot have an update_mask or update_transforms.`);
      }
      if (operation.case === 'verify' && !precondition) {
        throw invalidArgument('A verify must have a precondition: set current_document.');
      }
      return {
        kind: operation.case,
        path: pathIn(operation.value, database),
        fields: new Fields(),
        mask: undefined,
        transforms: [],
        precondition,
      };
    default:
      throw invalidArgument('A write needs an operation: update, delete, verify or transform.');
  }
}

function parseUpdate(
  document: Document,
  write: Write,
  database: string,
  precondition: MutationPrecondition | undefined,
): Mutation {
  // The name is not a field: including it in a mask changes nothing.
  const mask = write.updateMask?.fieldPaths.map(parseFieldPath).filter((path) => !isNamePath(path));
  return {
    kind: 'update',
    path: pathIn(document.name, database),
    fields: fromFields(document.fields),
    mask,
    transforms: parseTransforms(write.updateTransforms),
    precondition,
  };
}

function pathIn(name: string, database: string): string {
  const parsed = parseDocumentName(name);
  if (parsed.database !== database) {
    throw invalidArgument(
      `Document "${name}" does not belong to the database of the request, "${database}".`,
    );
  }
  return parsed.path;
}

/** Throws INVALID_ARGUMENT for a precondition without a condition. */
export function parsePrecondition(message: Precondition): MutationPrecondition | undefined {
  const { conditionType } = message;
  if (conditionType.case === 'exists') return { exists: conditionType.value };
  if (conditionType.case === 'updateTime') return { updateTime: timestampToMicros(conditionType.value) };
  return undefined;
}

/** Throws INVALID_ARGUMENT for too many transforms of one document in a commit. */
export function checkTransformCount(count: number): void {
  if (count <= MAX_TRANSFORMS) return;
  throw invalidArgument(`cannot have more than ${MAX_TRANSFORMS} field transforms on a single document`);
}

function parseTransforms(messages: readonly DocumentTransform_FieldTransform[]): FieldTransform[] {
  checkTransformCount(messages.length);
  const transforms = messages.map(parseTransform);
  checkNesting(transforms);
  return transforms;
}

/** Throws INVALID_ARGUMENT if one transform targets a field inside that of another. */
function checkNesting(transforms: readonly FieldTransform[]): void {
  if (transforms.length < 2) return;
  const fields = new Set(transforms.map(({ path }) => formatFieldPath(path)));
  for (const { path } of transforms) {
    for (let length = 1; length < path.length; length++) {
      const ancestor = formatFieldPath(path.slice(0, length));
      if (fields.has(ancestor)) {
        throw invalidArgument(
          `Cannot transform property ${ancestor} and its nested property at the same time.`,
        );
      }
    }
  }
}

function parseTransform(message: DocumentTransform_FieldTransform): FieldTransform {
  const path = parseFieldPath(message.fieldPath);
  if (isNamePath(path)) throw invalidArgument('A field transform cannot change __name__.');
  const { transformType } = message;
  switch (transformType.case) {
    case 'setToServerValue':
      if (transformType.value !== ServerValue.REQUEST_TIME) {
        throw invalidArgument('set_to_server_value must be REQUEST_TIME.');
      }
      return { kind: 'server-timestamp', path };
    case 'increment':
    case 'maximum':
    case 'minimum': {
      const operand = fromValue(transformType.value);
      if (typeOrder(operand) !== TypeOrder.NUMBER) {
        throw invalidArgument(`The operand of ${transformType.case} must be an integer or a double.`);
      }
      return { kind: transformType.case, path, operand: operand as number | bigint };
    }
    case 'appendMissingElements':
    case 'removeAllFromArray':
      return {
        kind: transformType.case === 'removeAllFromArray' ? 'remove-all' : 'append',
        path,
        elements: elementsOf(transformType.value.values),
      };
    default:
      throw invalidArgument('A field transform needs a transform_type.');
  }
}

function elementsOf(values: Parameters<typeof fromValue>[0][]): readonly FieldValue[] {
  // Decoded as an array value so that its limits apply, e.g. no array inside an array.
  return fromValue({
    $typeName: 'google.firestore.v1.Value',
    valueType: { case: 'arrayValue', value: create(ArrayValueSchema, { values }) },
  }) as readonly FieldValue[];
}
