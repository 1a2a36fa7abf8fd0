/** Values as text that is the same exactly for equal elements, so that large collections are searched by hash. */
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

let unequals = 0;

/** A text that nothing else has: for what equals nothing, not even itself. */
function unequal(): string {
  unequals++;
  return `?${unequals}`;
}

/** The key of a value. Inside containers an int never equals a float, so their keys differ. */
export function valueKey(value: RulesValue): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return `i${value}`;
    case 'number':
      // Negative zero equals zero.
      return Number.isNaN(value) ? unequal() : `f${value + 0}`;
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
  return value instanceof RulesMapDiff ? `m${mapKey(value.newer)}${mapKey(value.older)}` : unequal();
}

function mapKey(map: RulesMap): string {
  return `{${map
    .keys()
    .map((key) => `${JSON.stringify(key)}:${valueKey(map.lookup(key) ?? null)}`)
    .join()}}`;
}
