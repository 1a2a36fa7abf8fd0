import { serverUrl } from '../config/environment.ts';
import { fetchServer } from '../processes/fetch-server.ts';
import type { FirebaseOutput } from './firebase-output.ts';

/**
 * The outcome of loading functions again: their names, or why that failed, as
 * `functions/index.js:3: TypeError ...`.
 */
export type FunctionsReload =
  | { readonly functions: readonly string[] }
  | { readonly functions: undefined; readonly reason: string };

/**
 * Makes the Functions emulator load a codebase again and replace its workers
 * (packages/firebase-tools/patches/functions-reload.ts). When the code cannot be loaded, the
 * functions and the workers of before stay.
 */
export async function reloadFunctions(
  codebase: string,
  functionsPort: number,
  output: Pick<FirebaseOutput, 'awaitLoadFailure'>,
): Promise<FunctionsReload> {
  const failure = output.awaitLoadFailure();
  try {
    const url = `${serverUrl(functionsPort)}/_savepoint/reload?codebase=${encodeURIComponent(codebase)}`;
    const response = await fetchServer('The Functions emulator', url, { method: 'POST' });
    const { functions } = (await response.json()) as { functions?: string[] };
    return functions === undefined ? { functions, reason: await failure.reason } : { functions };
  } finally {
    failure.stop();
  }
}
