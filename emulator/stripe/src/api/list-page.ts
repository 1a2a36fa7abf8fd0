// Owns the paging of lists: newest first, cursors by id.

import type { ParameterValue } from '../core/form-body.ts';
import type { Values } from '../core/parameters.ts';
import { integer, object, optional, text } from '../core/parameters.ts';
import { invalidParameter, referenceMissing } from '../core/stripe-error.ts';

const DEFAULT_LIMIT = 10;
const LARGEST_LIMIT = 100;

/** Parameters that every list takes. */
export const LIST_PARAMETERS = {
  limit: optional(integer(1, LARGEST_LIMIT)),
  starting_after: optional(text()),
  ending_before: optional(text()),
};

/** A moment, or a range of them: `created=5` or `created[gte]=5`. */
export const CREATED_PARAMETER = {
  created: optional((value: ParameterValue, at: string) => {
    if (typeof value === 'string') {
      const moment = integer(0)(value, at);
      return (created: number): boolean => created === moment;
    }
    const range = object({
      gt: optional(integer(0)),
      gte: optional(integer(0)),
      lt: optional(integer(0)),
      lte: optional(integer(0)),
    })(value, at);
    return (created: number): boolean =>
      (range.gt === undefined || created > range.gt) &&
      (range.gte === undefined || created >= range.gte) &&
      (range.lt === undefined || created < range.lt) &&
      (range.lte === undefined || created <= range.lte);
  }),
};

/** A page of a list as the API answers it. */
export interface ListPage<T> {
  readonly object: 'list';
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly url: string;
}

/**
 * Cuts a page.
 * @param newestFirst all that match the filters, in the list's order
 * @throws StripeError when a cursor is not in the list, or two are given
 */
export function listPage<T extends { readonly id: string }>(
  newestFirst: readonly T[],
  parameters: Values<typeof LIST_PARAMETERS>,
  url: string,
  noun: string,
): ListPage<T> {
  const limit = parameters.limit ?? DEFAULT_LIMIT;
  const { starting_after: after, ending_before: before } = parameters;
  if (after !== undefined && before !== undefined) {
    throw invalidParameter(
      'ending_before',
      'You may only specify one of these parameters: ending_before, starting_after.',
    );
  }
  const indexOf = (id: string, param: string): number => {
    const index = newestFirst.findIndex((item) => item.id === id);
    if (index < 0) throw referenceMissing(noun, id, param);
    return index;
  };
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newestFirst.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < newestFirst.length, url };
}
