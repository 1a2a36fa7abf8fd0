import type { ParameterValue } from '../core/form-body.ts';
import type { Values } from '../core/parameters.ts';
import { integer, object, optional, text } from '../core/parameters.ts';
import { invalidParameter, referenceMissing } from '../core/stripe-error.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** The parameters of every list. @see https://docs.stripe.com/api/pagination */
export const LIST_PARAMETERS = {
  limit: optional(integer(1, MAX_LIMIT)),
  starting_after: optional(text()),
  ending_before: optional(text()),
};

/**
 * The filter by creation time: `created=5` or a range, `created[gte]=5`. It is parsed to a
 * predicate on `created`.
 */
export const CREATED_PARAMETER = {
  created: optional((value: ParameterValue, param: string) => {
    if (typeof value === 'string') {
      const timestamp = integer(0)(value, param);
      return (created: number): boolean => created === timestamp;
    }
    const range = object({
      gt: optional(integer(0)),
      gte: optional(integer(0)),
      lt: optional(integer(0)),
      lte: optional(integer(0)),
    })(value, param);
    return (created: number): boolean =>
      (range.gt === undefined || created > range.gt) &&
      (range.gte === undefined || created >= range.gte) &&
      (range.lt === undefined || created < range.lt) &&
      (range.lte === undefined || created <= range.lte);
  }),
};

/** A page of a list. */
interface ListPage<T> {
  readonly object: 'list';
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly url: string;
}

/**
 * Returns the page selected by cursor and limit.
 * @param newestFirst all objects that match the filters
 * @param resource the type of the objects, for errors
 * @throws StripeError 400 when the cursor is not in the list, or both cursors are given
 */
export function listPage<T extends { readonly id: string }>(
  newestFirst: readonly T[],
  parameters: Values<typeof LIST_PARAMETERS>,
  url: string,
  resource: string,
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
    if (index < 0) throw referenceMissing(resource, id, param);
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
