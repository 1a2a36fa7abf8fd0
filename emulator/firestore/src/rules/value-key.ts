/** Hash keys of values: two keys are equal exactly if the values are equal as elements of a collection. */
import {
  RulesDuration,
  RulesLatLng,
  RulesMap,
  RulesMapDiff,
  RulesPath,
  RulesSet,
  RulesTimestamp,
  type RulesValue,
} from './value.ts';

let uniqueKeys = 0;

/** A unique key, for a value that equals nothing, not even itself. */
function uniqueKey(): string {
  uniqueKeys++;
  return `?${uniqueKeys}`;
}

/** The key of a value. Inside containers an int never equals a float, so their keys differ. */
export function valueKey(value: RulesValue): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return `i${value}`;
    case 'number':
      // Adding 0 turns negative zero into zero, which it equals.
      return Number.isNaN(value) ? uniqueKey() : `f${value + 0}`;
    case 'string':
      return JSON.stringify(value);
  }
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map(valueKey).join()}]`;
  if (value instanceof RulesMap) return mapKey(value);
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('hex')}`;
  if (value instanceof RulesTimestamp) return `t${value.epochNanos}`;
  if (value instanceof RulesDuration) return `d${value.nanos}`;
  if (value instanceof RulesLatLng) return `g${value.latitude + 0},${value.longitude + 0}`;
  if (value instanceof RulesSet) return `s[${value.elements.map(valueKey).sort().join()}]`;
  if (value instanceof RulesPath) return `p${JSON.stringify(value.segments)}`;
  return value instanceof RulesMapDiff ? `m${mapKey(value.newer)}${mapKey(value.older)}` : uniqueKey();
}

function mapKey(map: RulesMap): string {
  return `{${map
    .keys()
    .map((key) => `${JSON.stringify(key)}:${valueKey(map.lookup(key) ?? null)}`)
    .join()}}`;
}
