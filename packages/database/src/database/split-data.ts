// A page configured without an instance uses `PROJECT-default-rtdb`, functions of an emulated
// project use `PROJECT`: each writes, and neither sees what the other has written.

import type { Commit } from './namespace.ts';

const SUFFIX = '-default-rtdb';

/** What it needs to know of the databases. */
interface Databases {
  readonly names: readonly string[];
  get(name: string): { readonly root: { readonly isEmpty: boolean } };
}

/**
 * Returns a function to call with each write, which reports once if both default databases of a
 * project have data.
 */
export function reportSplitData(
  databases: () => Databases,
  warn: (line: string) => void,
): (commit: Pick<Commit, 'namespace' | 'root' | 'newRoot'>) => void {
  const reported = new Set<string>();
  return ({ namespace, root, newRoot }) => {
    if (!root.isEmpty || newRoot.isEmpty) return;
    const project = namespace.endsWith(SUFFIX) ? namespace.slice(0, -SUFFIX.length) : namespace;
    const other = namespace === project ? `${project}${SUFFIX}` : project;
    const { names } = databases();
    if (reported.has(project) || !names.includes(other) || databases().get(other).root.isEmpty) return;
    reported.add(project);
    warn(
      `WARNING: data was written to both ${project} and ${project}${SUFFIX}, which are separate databases. Name one of them by databaseURL, in pages and in functions.`,
    );
  };
}
