// Owns how RTK Query reaches the backend: public catalogue reads by REST, everything else through the lazily loaded
// SDKs; one place for the connectivity check, the retries and the mapping of errors. Knows no feature.
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { isDemoProject, loadBackendConfig } from '../config/backend.ts';
import { type Problem, toProblem } from '../firebase/problem.ts';
import type { BackendRequest } from '../firebase/request.ts';
import { restGet, restQuery } from '../firebase/rest-client.ts';
import { isRetryable, withRetry } from './retry-policy.ts';

/** Root collections that everybody may read. */
const PUBLIC_COLLECTIONS = new Set(['products', 'categories', 'reviews']);

type Outcome = { data: unknown } | { error: Problem };

function isPublicRead(request: BackendRequest): boolean {
  if (request.op !== 'get' && request.op !== 'query') return false;
  if (request.identified) return false;
  return PUBLIC_COLLECTIONS.has(request.path.split('/')[0] ?? '');
}

async function send(request: BackendRequest): Promise<unknown> {
  if (isPublicRead(request)) {
    if (request.op === 'get') return restGet(request);
    if (request.op === 'query') return restQuery(request);
  }
  const { sdkRequest } = await import('../firebase/sdk-client.ts');
  return sdkRequest(request);
}

async function attempt(request: BackendRequest): Promise<Outcome> {
  try {
    return { data: await send(request) };
  } catch (thrown) {
    return { error: toProblem(thrown) };
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Warns when the network is away; the operation goes ahead either way, and does not wait for the answer. */
async function warnWhenOffline(): Promise<void> {
  const [config, { checkConnectivity, probeUrl }] = await Promise.all([
    loadBackendConfig(),
    import('../lib/connectivity.ts'),
  ]);
  await checkConnectivity(probeUrl(isDemoProject(config?.projectId), import.meta.env.VITE_PROBE_URL));
}

/** The base query of the shop's api: takes a BackendRequest, answers plain data or a Problem. */
export const firestoreBaseQuery: BaseQueryFn<BackendRequest, unknown, Problem> = async (request) => {
  void warnWhenOffline();
  return withRetry(
    () => attempt(request),
    (outcome) =>
      'error' in outcome &&
      navigator.onLine &&
      isRetryable(outcome.error.code, request.op === 'call' ? 'call' : 'data'),
    sleep,
  );
};
