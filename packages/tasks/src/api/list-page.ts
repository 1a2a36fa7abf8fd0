import { invalidArgument } from '@savepoint/server/core/rpc-error';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextPageToken?: string;
}

/** The page of a list selected by `pageSize` and `pageToken`. A token is an offset. */
export function listPage<Item>(
  all: readonly Item[],
  { pageSize = '', pageToken = '' }: Readonly<Record<string, string>>,
  maxSize: number,
): Page<Item> {
  for (const [name, value] of Object.entries({ pageSize, pageToken })) {
    if (!/^\d*$/.test(value)) throw invalidArgument(`${name} is ${JSON.stringify(value)}; expected a number`);
  }
  const start = Number(pageToken);
  const end = start + Math.min(Number(pageSize) || maxSize, maxSize);
  return { items: all.slice(start, end), ...(end < all.length && { nextPageToken: String(end) }) };
}
