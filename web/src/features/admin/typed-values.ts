// The value of a section of the settings while somebody types: what is typed as a number is kept as
// text beside the number that it means, so that `5.` can become `5.50`.
import { toDollarText, typedCents, typedPercent, typedWhole } from './typed-numbers.ts';

/** A text that somebody types, and what it means; NaN for nothing that is a number. */
interface Typed {
  readonly typed: string;
  readonly value: unknown;
}

export type Path = readonly (string | number)[];

function isTyped(value: unknown): value is Typed {
  return typeof value === 'object' && value !== null && 'typed' in value;
}

/** The value at a path; undefined where there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (each, key) => (each as Readonly<Record<string | number, unknown>> | undefined)?.[key],
    value,
  );
}

/** The same value with another one at a path; undefined removes it. */
export function withValueAt(value: unknown, [key, ...rest]: Path, next: unknown): unknown {
  if (key === undefined) return next;
  if (Array.isArray(value))
    return value.map((each, index) => (index === key ? withValueAt(each, rest, next) : each));
  const record = (value ?? {}) as Readonly<Record<string, unknown>>;
  const { [key]: _, ...others } = record;
  const changed = withValueAt(record[key], rest, next);
  return changed === undefined ? others : { ...record, [key]: changed };
}

/** What is meant, in place of what is typed. */
export function toMeant(value: unknown): unknown {
  if (isTyped(value)) return value.value;
  if (Array.isArray(value)) return value.map(toMeant);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toMeant(each)]));
}

/** How a number is typed: formats it, and says what a text means. */
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

/** What a text means; absent for an empty one that may be. */
export function typedNumber(text: string, { parse }: NumberFormat, isOptional: boolean): Typed | undefined {
  const trimmed = text.trim();
  if (trimmed === '' && isOptional) return undefined;
  return { typed: text, value: parse(trimmed) };
}
