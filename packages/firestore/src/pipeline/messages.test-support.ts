// Builders of pipeline messages, for tests only.

import { create } from '@bufbuild/protobuf';
import { Fields, type FieldValue } from '../core/value.ts';
import { toValue } from '../core/value-message.ts';
import {
  FunctionSchema,
  type Pipeline,
  type Pipeline_Stage,
  Pipeline_StageSchema,
  PipelineSchema,
  type Value,
  ValueSchema,
} from '../gen/google/firestore/v1/document_pb.js';

function isMessage(argument: FieldValue | Value): argument is Value {
  return typeof argument === 'object' && argument !== null && '$typeName' in argument;
}

/** An argument: a message, or a constant. */
export type Argument = FieldValue | Value;

function message(argument: Argument): Value {
  return isMessage(argument) ? argument : toValue(argument);
}

export function field(path: string): Value {
  return create(ValueSchema, { valueType: { case: 'fieldReferenceValue', value: path } });
}

export function variable(name: string): Value {
  return create(ValueSchema, { valueType: { case: 'variableReferenceValue', value: name } });
}

/** A document or collection, in the SDKs' notation: '/c'. */
export function reference(path: string): Value {
  return create(ValueSchema, { valueType: { case: 'referenceValue', value: path } });
}

export function call(name: string, ...args: readonly Argument[]): Value {
  const value = create(FunctionSchema, { name, args: args.map(message) });
  return create(ValueSchema, { valueType: { case: 'functionValue', value } });
}

/** A map of expressions, e.g. by alias. */
export function mapOf(entries: { readonly [name: string]: Argument }): Value {
  const fields = Object.fromEntries(Object.entries(entries).map(([name, each]) => [name, message(each)]));
  return create(ValueSchema, { valueType: { case: 'mapValue', value: { fields } } });
}

export function fields(entries: { readonly [name: string]: FieldValue }): Fields {
  return Object.assign(new Fields(), entries);
}

export function stage(
  name: string,
  args: readonly Argument[],
  options: { readonly [name: string]: Argument } = {},
): Pipeline_Stage {
  return create(Pipeline_StageSchema, {
    name,
    args: args.map(message),
    options: Object.fromEntries(Object.entries(options).map(([key, each]) => [key, message(each)])),
  });
}

export function ordering(expression: Value, direction: string): Value {
  return mapOf({ expression, direction });
}

export function pipelineOf(...stages: readonly Pipeline_Stage[]): Pipeline {
  return create(PipelineSchema, { stages: [...stages] });
}

/** A pipeline as an argument. */
export function nested(...stages: readonly Pipeline_Stage[]): Value {
  return create(ValueSchema, { valueType: { case: 'pipelineValue', value: pipelineOf(...stages) } });
}
