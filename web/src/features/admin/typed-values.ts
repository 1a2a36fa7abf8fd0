// The value of a settings section during editing: typed numbers are kept as text beside their
// numeric value, so that `5.` can become `5.50`.
import { toDollarText, typedCents, typedPercent, typedWhole } from './typed-numbers.ts';

/** A typed text and its value; NaN for invalid input. */
interface Typed {
  readonly typed: string;
  readonly value: unknown;
}

export type Path = readonly (string | number)[];

function isTyped(value: unknown): value is Typed {
  return typeof value === 'object' && value !== null && 'typed' in value;
}

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (each, key) => (each as Readonly<Record<string | number, unknown>> | undefined)?.[key],
    value,
  );
}

/** Replaces the value at a path; undefined removes it. */
export function withValueAt(value: unknown, [key, ...rest]: Path, next: unknown): unknown {
  if (key === undefined) return next;
  if (Array.isArray(value))
    return value.map((each, index) => (index === key ? withValueAt(each, rest, next) : each));
  const record = (value ?? {}) as Readonly<Record<string, unknown>>;
  const { [key]: _, ...others } = record;
  const changed = withValueAt(record[key], rest, next);
  return changed === undefined ? others : { ...record, [key]: changed };
}

/** Replaces typed texts by their values. */
export function toMeant(value: unknown): unknown {
  if (isTyped(value)) return value.value;
  if (Array.isArray(value)) return value.map(toMeant);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toMeant(each)]));
}

/** Formats and parses a number. */
export interface NumberFormat {
  readonly format: (value: number) => string;
  readonly parse: (text: string) => number;
}

/** A whole number. */
export const WHOLE: NumberFormat = { format: String, parse: typedWhole };
/** Dollars, of a value in cents. */
export const DOLLARS: NumberFormat = {
  format: (cents) => toDollarText(cents).replace(/\.00$/, ''),
  parse: typedCents,
};
/** Percent, of a fraction. */
export const PERCENT: NumberFormat = {
  format: (fraction) => String(Number((fraction * 100).toFixed(4))),
  parse: (text) => Number((typedPercent(text) / 100).toFixed(6)),
};

/** The text of a number's control. */
export function typedText(value: unknown, { format }: NumberFormat): string {
  if (isTyped(value)) return value.typed;
  return typeof value === 'number' && !Number.isNaN(value) ? format(value) : '';
}

/** The value of a text; absent for an allowed empty one. */
export function typedNumber(text: string, { parse }: NumberFormat, isOptional: boolean): Typed | undefined {
  const trimmed = text.trim();
  if (trimmed === '' && isOptional) return undefined;
  return { typed: text, value: parse(trimmed) };
}
