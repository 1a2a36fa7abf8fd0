// A row between the stages of a pipeline: a document, or computed by a stage.

import { microsToValue } from '../core/commit-time.ts';
import { type FieldPath, NAME_FIELD } from '../core/field-path.ts';
import { resourceName } from '../core/resource-name.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { Fields, type FieldValue, fieldAt, isMap, ReferenceValue, TimestampValue } from '../core/value.ts';
import { invalidExpression } from './evaluation-error.ts';

/** The value of an expression; undefined is ABSENT, the value of a missing field. */
export type Result = FieldValue | undefined;

/** The values of variables by name. */
export type Variables = ReadonlyMap<string, Result>;

/** The properties of a row that are not document fields: its name and its times. */
const METADATA = [NAME_FIELD, '__create_time__', '__update_time__'] as const;
type MetadataName = (typeof METADATA)[number];
type Metadata = { readonly [name in MetadataName]?: FieldValue };

/** One immutable row; stages create new ones. */
export class Row {
  readonly fields: Fields;
  readonly metadata: Metadata;
  readonly variables: Variables;

  constructor(fields: Fields, metadata: Metadata, variables: Variables) {
    this.fields = fields;
    this.metadata = metadata;
    this.variables = variables;
  }

  /** The name, if the row is still a document. */
  get name(): ReferenceValue | undefined {
    const name = this.metadata.__name__;
    return name instanceof ReferenceValue ? name : undefined;
  }

  withVariables(variables: Variables): Row {
    return new Row(this.fields, this.metadata, variables);
  }
}

function isMetadata(name: string): name is MetadataName {
  return name.startsWith('__') && (METADATA as readonly string[]).includes(name);
}

/** The row of a stored document. `database` is 'projects/P/databases/D'. */
export function documentRow(database: string, document: StoredDocument, variables: Variables): Row {
  const metadata = {
    __name__: new ReferenceValue(resourceName(database, document.path)),
    __create_time__: microsToValue(document.createTime),
    __update_time__: microsToValue(document.updateTime),
  };
  return new Row(document.fields, metadata, variables);
}

/** The value of the field at `path`, including `__name__` and the times of a document. */
export function readField(row: Row, path: FieldPath): Result {
  const [first] = path as [string];
  if (path.length === 1 && isMetadata(first)) return row.metadata[first];
  return fieldAt(row.fields, path);
}

/** All values of the row as one map: its fields without name and times. */
export function rowMap(row: Row): Fields {
  return row.fields;
}

/**
 * A row under construction: fields are set and removed by path, and the result shares what it does
 * not change.
 */
export class RowBuilder {
  #fields: Fields;
  #metadata: { [name in MetadataName]?: FieldValue };

  constructor(fields: Fields, metadata: Metadata) {
    this.#fields = Object.assign(new Fields(), fields);
    this.#metadata = { ...metadata };
  }

  /**
   * Sets the field at `path`; ABSENT removes it. Throws INVALID_ARGUMENT if a name is not a
   * reference.
   */
  set(path: FieldPath, value: Result): void {
    const [first] = path as [string];
    if (path.length === 1 && isMetadata(first)) {
      checkMetadata(first, value);
      if (value === undefined) delete this.#metadata[first];
      else this.#metadata[first] = value;
      return;
    }
    this.#fields = replaceAt(this.#fields, path, value);
  }

  build(variables: Variables): Row {
    return new Row(this.#fields, this.#metadata, variables);
  }
}

function checkMetadata(name: MetadataName, value: Result): void {
  if (value === undefined || value === null) return;
  const isValid = name === '__name__' ? value instanceof ReferenceValue : value instanceof TimestampValue;
  if (!isValid) {
    throw invalidExpression(`${name} must be ${name === '__name__' ? 'a reference' : 'a timestamp'}.`);
  }
}

/**
 * A copy of `fields` with another value at `path`. Missing maps along the path are created, unless
 * the value is ABSENT.
 */
function replaceAt(fields: Fields, path: FieldPath, value: Result): Fields {
  const [name, ...rest] = path as [string, ...string[]];
  const child = fields[name];
  if (value === undefined && rest.length > 0 && !isMap(child)) return fields;
  const copy: Fields = Object.assign(new Fields(), fields);
  if (rest.length > 0) copy[name] = replaceAt(isMap(child) ? child : new Fields(), rest, value);
  else if (value === undefined) delete copy[name];
  else copy[name] = value;
  return copy;
}
