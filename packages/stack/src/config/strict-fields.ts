// Validates objects that developers write. An unknown field is an error that lists the known ones,
// so that typos are not ignored.
import { z } from 'zod';
import { UserError } from '../user-error.ts';
import { nearestFirst } from './unknown-name.ts';

/** Readable names for the types that zod expects. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The schema of an object with exactly the fields of a type. */
export function strictFields<T>(fields: Readonly<Record<keyof T & string, z.ZodType>>) {
  const error = (issue: { readonly code?: string; readonly keys?: readonly string[] }) =>
    issue.code === 'unrecognized_keys'
      ? `is not a field; the fields are ${nearestFirst(issue.keys?.[0] ?? '', Object.keys(fields)).join(', ')}`
      : undefined;
  return z.strictObject(fields as Record<string, z.ZodType>, { error });
}

/**
 * Checks a value that may come from untyped JavaScript.
 * @param subject the container of the fields, such as a file name
 * @param path of the value in the subject
 * @throws UserError that names the first wrong field and the expected type
 */
export function checkFields(
  value: unknown,
  schema: z.ZodType,
  { subject, path = [], remedy }: { subject: string; path?: readonly string[]; remedy: string },
): void {
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue === undefined) return;
  const own = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const field = [...path, ...issue.path, ...own].join('.');
  const problem =
    issue.code === 'invalid_type'
      ? `must be ${KINDS[issue.expected] ?? `a ${issue.expected}`}`
      : issue.message;
  throw new UserError(`${subject}: "${field}" ${problem}`, remedy);
}
