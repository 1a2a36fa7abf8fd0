// Readers for arguments and options of stages that are not expressions. All throw INVALID_ARGUMENT.

import { type FieldPath, parseFieldPath } from '../core/field-path.ts';
import { invalidArgument, type RpcError } from '../core/rpc-error.ts';
import type { Pipeline, Value } from '../gen/google/firestore/v1/document_pb.js';
import type { Expression } from './expression.ts';
import type { PipelineParser } from './parser.ts';

/** The protocol name of a value's type: 'MAP_VALUE' for a map. */
function typeName(message: Value | undefined): string {
  const { case: name } = message?.valueType ?? { case: undefined };
  return name === undefined ? 'missing' : name.replaceAll(/[A-Z]/g, '_$&').toUpperCase();
}

function unexpected(name: string, expected: string, message: Value | undefined): RpcError {
  return invalidArgument(`Expected ${name} to be ${expected}, but was ${typeName(message)}.`);
}

/** The entries of a map, e.g. the aliases of select with their expressions. */
export function readMap(message: Value | undefined, name: string): { readonly [key: string]: Value } {
  if (message?.valueType.case !== 'mapValue') throw unexpected(name, 'MAP_VALUE', message);
  return message.valueType.value.fields;
}

export function readString(message: Value | undefined, name: string): string {
  if (message?.valueType.case !== 'stringValue') throw unexpected(name, 'STRING_VALUE', message);
  return message.valueType.value;
}

/** A non-negative integer. */
export function readCount(message: Value | undefined, name: string): number {
  if (message?.valueType.case !== 'integerValue') throw unexpected(name, 'INTEGER_VALUE', message);
  if (message.valueType.value < 0n) {
    throw invalidArgument(`Expected ${name} to be at least 0, but was ${message.valueType.value}.`);
  }
  return Number(message.valueType.value);
}

export function readNumber(message: Value | undefined, name: string): number {
  const type = message?.valueType;
  if (type?.case === 'doubleValue') return type.value;
  if (type?.case !== 'integerValue') throw unexpected(name, 'DOUBLE_VALUE', message);
  return Number(type.value);
}

/** A path below the database, without the leading slash: 'c/d' for the reference '/c/d'. */
export function readPath(message: Value | undefined, name: string): string {
  if (message?.valueType.case !== 'referenceValue') throw unexpected(name, 'REFERENCE_VALUE', message);
  return message.valueType.value.replace(/^\//, '');
}

export function readField(message: Value | undefined, name: string): FieldPath {
  if (message?.valueType.case !== 'fieldReferenceValue') {
    throw unexpected(name, 'FIELD_REFERENCE_VALUE', message);
  }
  return parseFieldPath(message.valueType.value);
}

/** A field: a reference, or its name as a string. */
export function readFieldOrName(message: Value | undefined, name: string): FieldPath {
  if (message?.valueType.case === 'stringValue') return parseFieldPath(message.valueType.value);
  return readField(message, name);
}

export function readPipeline(message: Value | undefined, name: string): Pipeline {
  if (message?.valueType.case !== 'pipelineValue') throw unexpected(name, 'PIPELINE_VALUE', message);
  return message.valueType.value;
}

/** Expressions by the field to which they are assigned. */
export function readAliases(
  message: Value | undefined,
  name: string,
  parser: PipelineParser,
): readonly { readonly path: FieldPath; readonly expression: Expression }[] {
  return Object.entries(readMap(message, name)).map(([alias, value]) => ({
    path: parseFieldPath(alias),
    expression: parser.parseExpression(value),
  }));
}
