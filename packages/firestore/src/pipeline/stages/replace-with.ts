import { invalidArgument } from '../../core/rpc-error.ts';
import { Fields, isMap } from '../../core/value.ts';
import type { Value } from '../../gen/google/firestore/v1/document_pb.js';
import { invalidExpression } from '../evaluation-error.ts';
import type { StageDefinition } from '../parser.ts';
import { readString } from '../read-argument.ts';
import { Row } from '../row.ts';

/**
 * How the map's fields and the row's fields are combined. @see
 * https://firebase.google.com/docs/firestore/pipelines/stages/transformation/replace-with
 */
const MODES: { readonly [mode: string]: (fields: Fields, map: Fields) => Fields } = {
  full_replace: (_fields, map) => map,
  merge_overwrite_existing: (fields, map) => Object.assign(new Fields(), fields, map),
  merge_keep_existing: (fields, map) => Object.assign(new Fields(), map, fields),
};

/**
 * replace_with(map, mode): replaces the rows' fields with those of the map. The row remains the
 * same document. ABSENT counts as an empty map, as in the documentation's example of a city without
 * a location.
 */
export const replaceWith: StageDefinition = {
  minimum: 1,
  maximum: 2,
  compile: ({ args }, parser) => {
    const expression = parser.parseExpression(args[0] as Value);
    const name = args[1] === undefined ? 'full_replace' : readString(args[1], 'mode');
    const combine = Object.hasOwn(MODES, name) ? MODES[name] : undefined;
    if (!combine) throw invalidArgument(`The stage "replace_with" has no mode "${name}".`);
    return function* (rows, environment) {
      for (const row of rows) {
        const value = expression(row, environment);
        const map = value === undefined ? new Fields() : value;
        if (!isMap(map)) throw invalidExpression('The stage "replace_with" expected a map.');
        yield new Row(combine(row.fields, map), row.metadata, row.variables);
      }
    };
  },
};
