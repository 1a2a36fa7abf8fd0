// The single path from RTK Query to the backend: public catalog reads over REST, everything else
// through the lazily loaded SDKs. It implements the connectivity check, retries and error mapping
// once.

import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { isDemoProject, loadBackendConfig } from '../config/backend.ts';
import { type BackendError, toBackendError } from '../firebase/backend-error.ts';
import type { BackendRequest, FileRequest, ReadRequest } from '../firebase/request.ts';
import { restRequest } from '../firebase/rest-client.ts';
import { checkConnectivity, probeUrl } from '../lib/connectivity.ts';
import { isOnline } from '../lib/network.ts';
import { isRetryable, withRetry } from './retry-policy.ts';

/** Public root collections. */
const PUBLIC_COLLECTIONS = new Set(['products', 'categories', 'reviews', 'settings']);

/**
 * Reads documents, with timestamps as ISO strings, and JSON files of the shop. Rejects if the read
 * fails.
 */
export type DocumentReader = (request: ReadRequest | FileRequest) => Promise<unknown>;

type BaseQueryResult = { data: unknown } | { error: BackendError };

function isPublicRead(request: BackendRequest): request is ReadRequest {
  if (request.op !== 'get' && request.op !== 'query') return false;
  if (request.identified) return false;
  return PUBLIC_COLLECTIONS.has(request.path.split('/')[0] ?? '');
}

async function send(request: BackendRequest): Promise<unknown> {
  if (request.op === 'file' || isPublicRead(request)) return restRequest(request);
  const { sdkRequest } = await import('../firebase/sdk-client.ts');
  return sdkRequest(request);
}

/** Never rejects. */
async function attempt(request: BackendRequest, sendRequest = send): Promise<BaseQueryResult> {
  try {
    return { data: await sendRequest(request) };
  } catch (thrown) {
    return { error: toBackendError(thrown) };
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Logs a warning if the network is unreachable. The operation continues either way and does not
 * wait for it. Never rejects.
 */
async function warnIfOffline(): Promise<void> {
  try {
    const config = await loadBackendConfig();
    await checkConnectivity(probeUrl(isDemoProject(config?.projectId), import.meta.env.VITE_PROBE_URL));
  } catch (cause) {
    console.warn('The network could not be checked.', cause);
  }
}

/** Sends reads to a reader instead of the network. Writes reject. */
const sendTo = (read: DocumentReader) => async (request: BackendRequest) => {
  if (request.op === 'get' || request.op === 'query' || request.op === 'file') return read(request);
  throw new Error(`Server rendering does not support '${request.op}'.`);
};

/**
 * The base query of the shop's api: takes a BackendRequest, returns plain data or a BackendError.
 * Retries follow retry-policy.ts.
 */
export const firestoreBaseQuery: BaseQueryFn<BackendRequest, unknown, BackendError> = async (
  request,
  api,
) => {
  if (api.extra !== undefined) return attempt(request, sendTo(api.extra as DocumentReader));
  // Often called by effects of a render: in a separate task, so that pending input events are
  // handled first.
  await sleep(0);
  void warnIfOffline();
  return withRetry(
    () => attempt(request),
    (result) =>
      'error' in result &&
      request.op !== 'file' &&
      isOnline() &&
      isRetryable(result.error.code, request.op === 'call' ? 'call' : 'data'),
    sleep,
  );
};
