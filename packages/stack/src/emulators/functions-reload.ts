import { serverUrl } from '../config/environment.ts';
import type { Codebase } from '../config/firebase-json.ts';
import { fetchServer } from '../processes/fetch-server.ts';
import { UserError } from '../user-error.ts';
import type { FirebaseOutput } from './firebase-output.ts';
import type { LoadFailure } from './load-failure.ts';

/** The result of reloading functions: their names, or the reason why it failed. */
type FunctionsReload =
  | { readonly functions: readonly string[] }
  | { readonly functions: undefined; readonly failure: LoadFailure };

/**
 * Registers the triggers of all functions with a restarted server
 * (packages/firebase-tools/patches/registration-requests.ts).
 */
export async function registerTriggers(
  server: 'firestore' | 'database' | 'pubsub' | 'tasks',
  functionsPort: number,
): Promise<void> {
  const url = `${serverUrl(functionsPort)}/_savepoint/register?emulator=${server}`;
  // If firebase-tools is starting, it registers them itself.
  const response = await fetch(url, { method: 'POST' }).catch(() => undefined);
  if (response === undefined || response.ok) return;
  const { error } = (await response.json()) as { error: { message: string } };
  throw new UserError(`The triggers of ${server} were not registered: ${error.message}`, 'Restart it again.');
}

/**
 * Makes the Functions emulator reload a codebase and replace its workers
 * (packages/firebase-tools/patches/functions-reload.ts). If the code cannot be loaded, the previous
 * functions and workers stay.
 */
export async function reloadFunctions(
  { name, folder }: Pick<Codebase, 'name' | 'folder'>,
  functionsPort: number,
  output: Pick<FirebaseOutput, 'awaitLoadFailure'>,
): Promise<FunctionsReload> {
  const failing = output.awaitLoadFailure(folder);
  try {
    const url = `${serverUrl(functionsPort)}/_savepoint/reload?codebase=${encodeURIComponent(name)}`;
    const response = await fetchServer('The Functions emulator', url, { method: 'POST' });
    const { functions } = (await response.json()) as { functions?: string[] };
    return functions === undefined ? { functions, failure: await failing.failure } : { functions };
  } finally {
    failing.stop();
  }
}
