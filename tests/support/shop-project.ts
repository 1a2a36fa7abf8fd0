// The project of this repository, whose stacks most suites use.
import { join } from 'node:path';
import { openProject, type Project } from '../../packages/stack/src/config/project.ts';

const FOLDER = join(import.meta.dirname, '..', '..');

/** Absolute path of a file of the repository. */
export function shopPath(...segments: string[]): string {
  return join(FOLDER, ...segments);
}

/** The project, with the current environment of this process. */
export function openShop(): Project {
  return openProject(FOLDER);
}
