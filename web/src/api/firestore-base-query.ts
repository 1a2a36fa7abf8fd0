// Owns how RTK Query reaches the backend: public catalogue reads by REST, everything else through the lazily loaded
// SDKs; one place for the connectivity check, the retries and the mapping of errors. Knows no feature.

import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { type BackendError, toBackendError } from '../firebase/backend-error.ts';
import type { BackendRequest, GetRequest, QueryRequest } from '../firebase/request.ts';
import { isOnline } from '../lib/network.ts';
import { isRetryable, withRetry } from './retry-policy.ts';

/** Root collections that everybody may read. */
const PUBLIC_COLLECTIONS = new Set(['products', 'categories', 'reviews']);

/** Answers a read in the place of the network; times as ISO strings, like everywhere in the shop. */
export type Reader = (request: GetRequest | QueryRequest) => Promise<unknown>;

type BaseQueryResult = { data: unknown } | { error: BackendError };

function isPublicRead(request: BackendRequest): request is GetRequest | QueryRequest {
  if (request.op !== 'get' && request.op !== 'query') return false;
  if (request.identified) return false;
  return PUBLIC_COLLECTIONS.has(request.path.split('/')[0] ?? '');
}

async function send(request: BackendRequest): Promise<unknown> {
  if (request.op === 'file' || isPublicRead(request)) {
    // A page comes with what it shows, so reading comes after it.
    const { restRequest } = await import('../firebase/rest-client.ts');
    return restRequest(request);
  }
  const { sdkRequest } = await import('../firebase/sdk-client.ts');
  return sdkRequest(request);
}

async function attempt(request: BackendRequest): Promise<BaseQueryResult> {
  try {
    return { data: await send(request) };
  } catch (thrown) {
    return { error: toBackendError(thrown) };
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Warns when the network is away; the operation goes ahead either way, and does not wait for the answer. */
async function warnIfOffline(): Promise<void> {
  const [{ isDemoProject, loadBackendConfig }, { checkConnectivity, probeUrl }] = await Promise.all([
    import('../config/backend.ts'),
    import('../lib/connectivity.ts'),
  ]);
  const config = await loadBackendConfig();
  await checkConnectivity(probeUrl(isDemoProject(config?.projectId), import.meta.env.VITE_PROBE_URL));
}

async function readWith(reader: Reader, request: BackendRequest): Promise<BaseQueryResult> {
  if (request.op !== 'get' && request.op !== 'query')
    return { error: { code: 'unimplemented', message: `The server does no '${request.op}' for a page.` } };
  try {
    return { data: await reader(request) };
  } catch (thrown) {
    return { error: toBackendError(thrown) };
  }
}

/** The base query of the shop's api: takes a BackendRequest, answers plain data or a Problem. */
export const firestoreBaseQuery: BaseQueryFn<BackendRequest, unknown, BackendError> = async (
  request,
  api,
) => {
  if (api.extra !== undefined) return readWith(api.extra as Reader, request);
  // Often a page was just rendered and asks for what it shows: in a task of its own, what was pressed meanwhile goes first.
  await sleep(0);
  void warnIfOffline();
  return withRetry(
    () => attempt(request),
    (outcome) =>
      'error' in outcome &&
      request.op !== 'file' &&
      isOnline() &&
      isRetryable(outcome.error.code, request.op === 'call' ? 'call' : 'data'),
    sleep,
  );
};
