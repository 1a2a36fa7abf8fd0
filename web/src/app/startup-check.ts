import { isDemoProject, loadBackendConfig } from '../config/backend.ts';
import type { BackendError } from '../firebase/backend-error.ts';
import { restRequest } from '../firebase/rest-client.ts';
import { checkConnectivity, probeUrl } from '../lib/connectivity.ts';

/**
 * The connectivity check at startup (specification, section 4): the network, then one document of
 * the database. True if both respond. Failures are only logged.
 */
export async function checkStartup(): Promise<boolean> {
  const config = await loadBackendConfig();
  const isDemo = isDemoProject(config?.projectId);
  if (!(await checkConnectivity(probeUrl(isDemo, import.meta.env.VITE_PROBE_URL)))) return false;
  try {
    await restRequest({ op: 'query', path: 'products', limit: 1, select: ['name'] });
    return true;
  } catch (cause) {
    console.error('Firebase connection failed', (cause as BackendError).message);
    return false;
  }
}
