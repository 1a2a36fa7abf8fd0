import { cutText } from '@savepoint/model/cut-text';
import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/**
 * A sentence that names the field and what its schema expects, such as "lines[0].quantity must be
 * at most 99."
 */
export function describeIssue(issue: Issue): string {
  const field = fieldName(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${field} has unknown fields: ${issue.keys.slice(0, 5).map(quote).join(', ')}.`;
    case 'invalid_type':
      return `${field} must be ${article(issue.expected)}.`;
    case 'too_small':
      return `${field} must ${issue.origin === 'string' || issue.origin === 'array' ? 'have' : 'be'} at least ${issue.minimum}${unit(issue.origin)}.`;
    case 'too_big':
      return `${field} must ${issue.origin === 'string' || issue.origin === 'array' ? 'have' : 'be'} at most ${issue.maximum}${unit(issue.origin)}.`;
    case 'invalid_value':
      return `${field} must be ${issue.values.map((value) => (typeof value === 'string' ? quote(value) : String(value))).join(' or ')}.`;
    case 'invalid_format':
      return `${field} is not ${issue.format === 'email' ? 'an email address' : 'in the expected format'}.`;
    case 'custom':
      // The message of a refinement in model: a predicate, such as "must be an https URL".
      return `${field} ${issue.message}`;
    default:
      return `${field} is not valid.`;
  }
}

function fieldName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'The request';
  return path.reduce<string>((name, key) => {
    if (typeof key === 'number') return `${name}[${key}]`;
    return name === '' ? String(key) : `${name}.${String(key)}`;
  }, '');
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}

function article(expected: string): string {
  const names: Readonly<Record<string, string>> = {
    int: 'a whole number',
    object: 'an object',
    array: 'a list',
    string: 'text',
    boolean: 'true or false',
    number: 'a number',
  };
  return names[expected] ?? expected;
}

/** Quoted and cut, because the client controls the text. */
function quote(text: string): string {
  return `'${cutText(text, 60)}'`;
}
