import { invalidArgument } from '@savepoint/server/core/rpc-error';

const DEFAULT_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1000;

/** The paging fields of a list request. */
interface PageRequest {
  readonly pageSize: number;
  readonly pageToken: string;
}

/**
 * One page of names, in alphabetical order, with the token of the next page ('' after the last
 * one). Throws INVALID_ARGUMENT for a negative size, and for a token that does not belong to
 * `project`.
 */
export function pageOf(
  names: Iterable<string>,
  project: string,
  { pageSize, pageToken }: PageRequest,
): { names: string[]; nextPageToken: string } {
  if (pageSize < 0) throw invalidArgument(`Invalid page_size: ${pageSize} is negative.`);
  const after = Buffer.from(pageToken, 'base64url').toString();
  if (pageToken !== '' && !after.startsWith(`${project}/`)) {
    throw invalidArgument(`Invalid page_token: ${pageToken}. Pass the next_page_token of the previous page.`);
  }
  const size = Math.min(pageSize === 0 ? DEFAULT_PAGE_SIZE : pageSize, MAX_PAGE_SIZE);
  const rest = [...names].filter((name) => name > after).sort();
  const page = rest.slice(0, size);
  const last = rest.length > size ? (page.at(-1) ?? '') : '';
  return { names: page, nextPageToken: Buffer.from(last).toString('base64url') };
}
