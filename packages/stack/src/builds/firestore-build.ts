// Bundles the Firestore emulator: one file starts three times as fast as its hundred sources, which
// it falls back to.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packagePath } from '../config/kit-files.ts';
import type { Run } from '../processes/run.ts';
import { isUpToDate } from './up-to-date.ts';

/**
 * Bundles it unless the bundle is newer than its sources. An installed package has the bundle only.
 */
export async function buildFirestoreIfStale(run: Run): Promise<void> {
  const folder = realpathSync(packagePath('savepoint-firestore'));
  const emulators = dirname(folder);
  const build = join(emulators, 'build-package.js');
  if (!existsSync(build)) return;
  const inputs = [
    ...['src', 'package.json'].map((name) => join(folder, name)),
    ...['build-package.js', 'server/src'].map((name) => join(emulators, name)),
    // It contains packages of others.
    join(emulators, '..', 'package-lock.json'),
  ];
  // The last file that is written.
  if (!isUpToDate(join(folder, 'dist', 'third-party-licenses.txt'), inputs)) await buildFirestore(run);
}

/** Bundles it. */
export async function buildFirestore(run: Run): Promise<void> {
  await run.start({
    name: 'firestore bundle',
    command: process.execPath,
    args: [join('..', 'build-package.js'), '--bundle-only'],
    cwd: realpathSync(packagePath('savepoint-firestore')),
  }).exit;
}
