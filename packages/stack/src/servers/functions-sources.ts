// What functions use is known only after they are loaded, and servers start before: their sources
// are searched instead.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFiles } from '../config/find-files.ts';
import type { Project } from '../config/project.ts';
import { selectEmulators } from '../emulators/select-emulators.ts';

/** The sources whose requests are redirected to servers of the stack: Python's are not. */
export const NODE_SOURCES = '**/*.{js,mjs,cjs,ts,mts,cts}';
const SOURCES = '**/*.{js,mjs,cjs,ts,mts,cts,py}';

/** Whether a source of the functions or extensions that start has a text that matches. */
export function functionsMention(project: Project, pattern: RegExp, sources = SOURCES): boolean {
  const { codebases, extensions } = project.firebase;
  if (!selectEmulators(project).includes('functions')) return false;
  return [...codebases, ...extensions].some(({ folder }) =>
    findFiles(folder, sources).some((file) => pattern.test(readFileSync(join(folder, file), 'utf8'))),
  );
}
