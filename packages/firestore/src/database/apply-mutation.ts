import { type Micros, microsToValue } from '../core/commit-time.ts';
import type { FieldPath } from '../core/field-path.ts';
import { lastId, parentPath, resourceName } from '../core/resource-name.ts';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import { StoredDocument } from '../core/stored-document.ts';
import { Fields, type FieldValue, fieldAt, isMap } from '../core/value.ts';
import { identicalFields } from '../core/value-order.ts';
import { documentSize, MAX_DOCUMENT_BYTES, MAX_VALUE_BYTES, oversizedField } from '../core/value-size.ts';
import { applyTransform } from './field-transform.ts';
import type { Mutation, MutationPrecondition } from './mutation.ts';

/** The effect of a mutation on one document. */
export interface MutationResult {
  /**
   * Undefined if the document does not exist afterwards; identical to `before` if nothing changed.
   */
  readonly after: StoredDocument | undefined;
  /** One per transform. */
  readonly transformResults: readonly FieldValue[];
}

/**
 * Throws NOT_FOUND, ALREADY_EXISTS or FAILED_PRECONDITION if `before` does not satisfy the
 * precondition. Throws INVALID_ARGUMENT for an update time later than the document's, because no
 * client can have read it.
 */
export function checkPrecondition(
  precondition: MutationPrecondition | undefined,
  before: StoredDocument | undefined,
  name: string,
): void {
  if (precondition?.exists === true && !before) {
    throw new RpcError(StatusCode.NOT_FOUND, `No document to update: ${name}`);
  }
  if (precondition?.exists === false && before) {
    throw new RpcError(StatusCode.ALREADY_EXISTS, `Document already exists: ${name}`);
  }
  if (precondition?.updateTime === undefined) return;
  if (before !== undefined && precondition.updateTime > before.updateTime) {
    throw new RpcError(
      StatusCode.INVALID_ARGUMENT,
      `Invalid base version (${precondition.updateTime}), it is greater than the stored version (${before.updateTime}): ${name}`,
    );
  }
  if (before?.updateTime !== precondition.updateTime) {
    throw new RpcError(
      StatusCode.FAILED_PRECONDITION,
      `the stored version (${before?.updateTime ?? 0}) does not match the required base version (${precondition.updateTime})`,
    );
  }
}

/**
 * The document after `mutation`, whose precondition the caller has checked. `database` is the full
 * database name, for messages. Throws INVALID_ARGUMENT if the result exceeds the size limit of a
 * document.
 */
export function applyMutation(
  mutation: Mutation,
  before: StoredDocument | undefined,
  commitTime: Micros,
  database: string,
): MutationResult {
  const name = resourceName(database, mutation.path);
  if (mutation.kind === 'delete') return { after: undefined, transformResults: [] };
  if (mutation.kind === 'verify') return { after: before, transformResults: [] };
  let fields = mutation.mask
    ? mergeFields(before?.fields ?? new Fields(), mutation.fields, mutation.mask)
    : mutation.fields;
  const transformResults: FieldValue[] = [];
  // write.proto: REQUEST_TIME has millisecond precision.
  const requestTime = microsToValue(commitTime - (commitTime % 1000));
  for (const transform of mutation.transforms) {
    const { value, result } = applyTransform(transform, fieldAt(fields, transform.path), requestTime);
    fields = setField(fields, transform.path, value);
    transformResults.push(result);
  }
  if (before && identicalFields(before.fields, fields)) return { after: before, transformResults };
  const bytes = checkSize(mutation.path, fields, name);
  const collection = before?.collection ?? parentPath(mutation.path);
  const id = before?.id ?? lastId(mutation.path);
  const createTime = before?.createTime ?? commitTime;
  const after = new StoredDocument(collection, id, fields, createTime, commitTime, bytes);
  return { after, transformResults };
}

function checkSize(path: string, fields: Fields, name: string): number {
  const size = documentSize(path, fields);
  if (size <= MAX_VALUE_BYTES) return size;
  const field = oversizedField(fields);
  if (size <= MAX_DOCUMENT_BYTES && field !== undefined) {
    throw new RpcError(
      StatusCode.INVALID_ARGUMENT,
      `The value of property "${field}" is longer than ${MAX_VALUE_BYTES} bytes.`,
    );
  }
  if (size <= MAX_DOCUMENT_BYTES) return size;
  throw new RpcError(
    StatusCode.INVALID_ARGUMENT,
    `Document '${name}' cannot be written because its size (${size.toLocaleString('en')} bytes) exceeds the ` +
      `maximum allowed size of ${MAX_DOCUMENT_BYTES.toLocaleString('en')} bytes.`,
  );
}

function mergeFields(base: Fields, patch: Fields, mask: readonly FieldPath[]): Fields {
  let fields = base;
  for (const path of mask) {
    const value = fieldAt(patch, path);
    fields = value === undefined ? deleteField(fields, path) : setField(fields, path, value);
  }
  return fields;
}

function copyFields(fields: Fields): Fields {
  const copy = new Fields();
  for (const name in fields) copy[name] = fields[name] as FieldValue;
  return copy;
}

/** A copy of `fields` with `value` at `path`. Missing maps along the path are created. */
function setField(fields: Fields, path: FieldPath, value: FieldValue, depth = 0): Fields {
  const copy = copyFields(fields);
  const name = path[depth] as string;
  if (depth === path.length - 1) {
    copy[name] = value;
  } else {
    const child = copy[name];
    copy[name] = setField(isMap(child) ? child : new Fields(), path, value, depth + 1);
  }
  return copy;
}

function deleteField(fields: Fields, path: FieldPath, depth = 0): Fields {
  const name = path[depth] as string;
  const child = fields[name];
  if (child === undefined) return fields;
  const copy = new Fields();
  for (const each in fields) {
    if (each !== name) copy[each] = fields[each] as FieldValue;
    else if (depth < path.length - 1) {
      copy[each] = isMap(child) ? deleteField(child, path, depth + 1) : child;
    }
  }
  return copy;
}
