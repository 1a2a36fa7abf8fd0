// Owns the watch over projects: most mistakes with a local database are two programs that name two projects. Knows no
// transport and no database.

import { invalidArgument } from '../core/rpc-error.ts';

export interface SingleProjectOptions {
  /** The project that the emulator was started for. */
  readonly projectId: string;
  /** Refuse all others instead of warning of each once. */
  readonly rejectsOthers: boolean;
  readonly warn: (line: string) => void;
}

/** A watch to call with the project of each database when it is first named. Throws INVALID_ARGUMENT to refuse it. */
export function createProjectValidator({
  projectId,
  rejectsOthers: refusesOthers,
  warn,
}: SingleProjectOptions): (named: string) => void {
  const warned = new Set<string>();
  return (named) => {
    if (named === projectId) return;
    const text =
      `A request names project "${named}", but this emulator was started for "${projectId}" in single project mode: ` +
      `they see different documents. Use one project id everywhere, or set "singleProjectMode": false in the ` +
      'emulators section of firebase.json.';
    if (refusesOthers) throw invalidArgument(text);
    if (warned.has(named)) return;
    warned.add(named);
    warn(`WARNING: ${text}`);
  };
}
