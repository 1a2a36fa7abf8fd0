import { clone, type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import type { FieldMask } from '@bufbuild/protobuf/wkt';
import { invalidArgument } from '@savepoint/server/core/rpc-error';

/** An update request: the new values, and the fields to update. */
interface FieldUpdate<D extends DescMessage> {
  readonly source: MessageShape<D>;
  readonly mask: FieldMask | undefined;
  /** The mutable top-level fields, in snake_case. */
  readonly mutable: ReadonlySet<string>;
}

/**
 * A copy of `target` with the fields in the mask replaced. Throws INVALID_ARGUMENT for an invalid
 * mask.
 */
export function applyFieldMask<D extends DescMessage>(
  schema: D,
  target: MessageShape<D>,
  { source, mask, mutable }: FieldUpdate<D>,
): MessageShape<D> {
  if (mask === undefined || mask.paths.length === 0) {
    throw invalidArgument('The update_mask must be set, and must contain a non-empty paths list.');
  }
  const updated = clone(schema, target);
  for (const path of mask.paths) {
    const [top = ''] = path.split('.');
    if (schema.fields.some(({ name }) => name === top) && !mutable.has(top)) {
      throw invalidArgument(`Invalid update_mask: the field ${top} of a ${schema.name} is not mutable.`);
    }
    copyField(reflect(schema, source), reflect(schema, updated), path.split('.'), path);
  }
  return updated;
}

function copyField(from: ReflectMessage, to: ReflectMessage, [name, ...rest]: string[], path: string): void {
  const field = from.fields.find((each) => each.name === name);
  if (field === undefined || (rest.length > 0 && field.fieldKind !== 'message')) {
    throw invalidArgument(`Invalid update_mask: ${path} is not a known field of ${from.desc.typeName}.`);
  }
  if (rest.length > 0) {
    const inner = to.get(field) as ReflectMessage;
    copyField(from.get(field) as ReflectMessage, inner, rest, path);
    to.set(field, inner);
  } else if (from.isSet(field)) {
    to.set(field, from.get(field));
  } else {
    to.clear(field);
  }
}
