import { type BackendError, BackendException, toBackendError } from '../firebase/backend-error.ts';
import type { DocumentReader } from './firestore-base-query.ts';

type RunBaseQuery = (request: Parameters<DocumentReader>[0]) => PromiseLike<{
  readonly data?: unknown;
  readonly error?: BackendError | undefined;
}>;

/**
 * The `queryFn` of an endpoint that reads several times, each time through the base query. A failed
 * read rejects, and a rejection of `compose` becomes the endpoint's error.
 */
export function queryReads<Result, Arg>(compose: (read: DocumentReader, arg: Arg) => Promise<Result>) {
  return async (
    arg: Arg,
    _api: unknown,
    _options: unknown,
    run: unknown,
  ): Promise<{ data: Result } | { error: BackendError }> => {
    const read: DocumentReader = async (request) => {
      const { data, error } = await (run as RunBaseQuery)(request);
      if (error !== undefined) throw new BackendException(error);
      return data;
    };
    try {
      return { data: await compose(read, arg) };
    } catch (thrown) {
      return { error: toBackendError(thrown) };
    }
  };
}
