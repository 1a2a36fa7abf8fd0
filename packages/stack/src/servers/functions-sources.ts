// The services that functions use are known only after they are loaded, but servers start earlier.
// Therefore this module searches their sources.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFiles } from '../config/find-files.ts';
import type { Project } from '../config/project.ts';
import { selectEmulators } from '../emulators/select-emulators.ts';

/** The sources whose requests can be redirected to servers of the stack, which excludes Python. */
export const NODE_SOURCES = '**/*.{js,mjs,cjs,ts,mts,cts}';
const SOURCES = '**/*.{js,mjs,cjs,ts,mts,cts,py}';

/** Returns whether a source of the functions or extensions that start matches the pattern. */
export function functionsMention(project: Project, pattern: RegExp, sources = SOURCES): boolean {
  const { codebases, extensions } = project.firebase;
  if (!selectEmulators(project).includes('functions')) return false;
  return [...codebases, ...extensions].some(({ folder }) =>
    findFiles(folder, sources).some((file) => pattern.test(readFileSync(join(folder, file), 'utf8'))),
  );
}
