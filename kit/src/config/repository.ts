// Owns where things lie in the repository. It must not know what they do.
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');

/** Absolute path of a file of the repository. */
export function repositoryPath(...segments: string[]): string {
  return join(ROOT, ...segments);
}

/** Absolute path of a file in the kit's own ignored folder `.savepoint`. */
export function statePath(...segments: string[]): string {
  return join(ROOT, '.savepoint', ...segments);
}

/** The tools that `npm ci` installed. */
export function binPath(name: string): string {
  return join(ROOT, 'node_modules', '.bin', name);
}

/** A demo project needs no account: firebase-tools refuses to reach production for ids that start with `demo-`. */
export const PROJECT_ID = 'demo-savepoint';

/** The built web app, as firebase.json deploys it. */
export const SITE_FOLDER = repositoryPath('web', 'dist', 'site');
