import { RulesError } from './rules-error.ts';
import { OBJECT, Snapshot } from './snapshot.ts';
import type { RulesValue } from './value.ts';

const MAXIMUM_LENGTH = 200;

/** Formats a value for people: as a literal of the language if possible, truncated when long. */
export function formatValue(value: RulesValue | RulesError): string {
  const text = format(value);
  return text.length > MAXIMUM_LENGTH ? `${text.slice(0, MAXIMUM_LENGTH - 1)}…` : text;
}

function format(value: RulesValue | RulesError): string {
  if (value instanceof RulesError) return `error: ${value.message}`;
  if (value instanceof Snapshot) return formatSnapshot(value);
  if (value === OBJECT) return '{…}';
  if (typeof value === 'string') return quote(value.slice(0, MAXIMUM_LENGTH));
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** Formats a snapshot by its content: `{name, email}`. */
function formatSnapshot({ node }: Snapshot): string {
  if (node.size === 0) return format(node.value);
  const keys: string[] = [];
  for (const [key] of node.entries()) {
    if (keys.length === 10) break;
    keys.push(key);
  }
  return `{${keys.join(', ')}${node.size > keys.length ? ', …' : ''}}`;
}

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** The kind of a value, for error messages. */
export function kindOf(value: RulesValue): string {
  if (value === null) return 'null';
  if (value instanceof Snapshot) return 'a snapshot';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? `a ${type}` : 'an object';
}
