import { invalidArgument } from '../core/rpc-error.ts';

interface SingleProjectOptions {
  /** The project for which the emulator was started. */
  readonly projectId: string;
  /** If true, rejects all other projects instead of warning once about each. */
  readonly rejectsOthers: boolean;
  readonly warn: (line: string) => void;
}

/**
 * Single project mode: a validator to call with the project id of each database on its first use.
 * If it is not the emulator's project, warns or throws INVALID_ARGUMENT: a common cause of missing
 * documents is that two programs use different project ids.
 */
export function createProjectValidator({
  projectId,
  rejectsOthers,
  warn,
}: SingleProjectOptions): (requestedId: string) => void {
  const warned = new Set<string>();
  return (requestedId) => {
    if (requestedId === projectId) return;
    const text =
      `A request names project "${requestedId}", but this emulator was started for "${projectId}" in single project mode: ` +
      `they see different documents. Use one project id everywhere, or set "singleProjectMode": false in the ` +
      'emulators section of firebase.json.';
    if (rejectsOthers) throw invalidArgument(text);
    if (warned.has(requestedId)) return;
    warned.add(requestedId);
    warn(`WARNING: ${text}`);
  };
}
