import { invalidArgument } from '../../core/rpc-error.ts';
import { compareUtf8 } from '../../core/utf8-order.ts';
import { Fields, type FieldValue, isMap } from '../../core/value.ts';
import { eager, type FunctionDefinition, type FunctionTable, strict } from '../parser.ts';
import type { Result } from '../row.ts';
import { asMap, asString } from './argument.ts';

const ANY = Number.POSITIVE_INFINITY;

/** A copy of `fields` with the alternating names and values in `entries`. ABSENT removes a name. */
function withEntries(functionName: string, fields: Fields, entries: readonly Result[]): Fields {
  const copy: Fields = Object.assign(new Fields(), fields);
  for (let index = 0; index < entries.length; index += 2) {
    const name = asString(functionName, entries[index] ?? null);
    const value = entries[index + 1];
    if (value === undefined) delete copy[name];
    else copy[name] = value;
  }
  return copy;
}

/** The names in UTF-8 order, so that the order does not depend on how a map was built. */
function names(fields: Fields): string[] {
  return Object.keys(fields).sort(compareUtf8);
}

function entry(name: string, value: FieldValue): Fields {
  return Object.assign(new Fields(), { k: name, v: value });
}

/** Rejects an odd number of names and values at parse time. */
function inPairs(name: string, first: number, definition: FunctionDefinition): FunctionDefinition {
  return {
    ...definition,
    compile: (args, parser) => {
      if ((args.length - first) % 2 === 1) {
        throw invalidArgument(`The function "${name}" needs a value for each name.`);
      }
      return definition.compile(args, parser);
    },
  };
}

/** The value of a map's field; ABSENT if it does not exist. */
function get(name: string): FunctionDefinition {
  return eager(2, 2, ([map, key]) => {
    if (!isMap(map)) return undefined;
    return key === undefined || key === null ? null : map[asString(name, key)];
  });
}

export const MAP_FUNCTIONS: FunctionTable = {
  map: inPairs(
    'map',
    0,
    eager(0, ANY, (entries) => withEntries('map', new Fields(), entries)),
  ),
  map_get: get('map_get'),
  get_field: get('get_field'),
  map_set: inPairs(
    'map_set',
    1,
    eager(3, ANY, ([map, ...entries]) =>
      map === undefined || map === null ? null : withEntries('map_set', asMap('map_set', map), entries),
    ),
  ),
  map_remove: strict(2, ANY, (map, ...keys) => {
    const removals = keys.flatMap((key): Result[] => [key, undefined]);
    return withEntries('map_remove', asMap('map_remove', map), removals);
  }),
  map_merge: strict(2, ANY, (...maps) =>
    Object.assign(new Fields(), ...maps.map((map) => asMap('map_merge', map))),
  ),
  map_keys: strict(1, 1, (map) => names(asMap('map_keys', map))),
  map_values: strict(1, 1, (map) => {
    const fields = asMap('map_values', map);
    return names(fields).map((name) => fields[name] as FieldValue);
  }),
  map_entries: strict(1, 1, (map) => {
    const fields = asMap('map_entries', map);
    return names(fields).map((name) => entry(name, fields[name] as FieldValue));
  }),
};
