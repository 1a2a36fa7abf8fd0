import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');

/** Absolute path of a file in the repository. */
export function repositoryPath(...segments: string[]): string {
  return join(ROOT, ...segments);
}

/** Absolute path of a file in `.savepoint`, the kit's own folder, which git ignores. */
export function statePath(...segments: string[]): string {
  return join(ROOT, '.savepoint', ...segments);
}

/** Path of an executable that `npm ci` installed. */
export function binPath(name: string): string {
  return join(ROOT, 'node_modules', '.bin', name);
}

/** Project ids with the prefix `demo-` need no account: firebase-tools never contacts production for them. */
export const PROJECT_ID = 'demo-savepoint';

/** The production build of the web app, as firebase.json deploys it. */
export const SITE_FOLDER = repositoryPath('web', 'dist', 'site');
