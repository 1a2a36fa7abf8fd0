// Server values in the JSON of the model: as text, so that they are leaves of a FlatTree until
// their write is executed.

import { below, type FlatTree, type Json } from './flat-tree.ts';

const MARK = 'server value ';

/** JSON with its placeholders as text. */
export function withMarkedValues(json: Json): Json {
  if (typeof json !== 'object' || json === null) return json;
  if ('.sv' in json) return MARK + JSON.stringify(json['.sv']);
  return Object.fromEntries(Object.entries(json).map(([key, child]) => [key, withMarkedValues(child)]));
}

/** JSON with its values for a write to `path` of `tree` at a time. */
export function resolveMarkedValues(json: Json, tree: FlatTree, path: string, nowMs: number): Json {
  if (typeof json === 'string' && json.startsWith(MARK)) {
    const value = JSON.parse(json.slice(MARK.length));
    if (value === 'timestamp') return nowMs;
    const before = tree.leaves.get(path);
    return (typeof before === 'number' ? before : 0) + value.increment;
  }
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, child]) => [
      key,
      resolveMarkedValues(child, tree, key === '.value' ? path : below(path, key), nowMs),
    ]),
  );
}
