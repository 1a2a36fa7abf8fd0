// Bundles the Firestore emulator: one file starts three times as fast as its hundred sources, which
// are the fallback.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packagePath } from '../config/kit-files.ts';
import type { Run } from '../processes/run.ts';
import { isUpToDate } from './up-to-date.ts';

/**
 * Bundles the emulator unless the bundle is newer than its sources. An installed package has only
 * the bundle.
 */
export async function buildFirestoreIfStale(run: Run): Promise<void> {
  const folder = realpathSync(packagePath('savepoint-firestore'));
  const emulators = dirname(folder);
  const build = join(emulators, 'build-package.js');
  if (!existsSync(build)) return;
  const inputs = [
    ...['src', 'package.json'].map((name) => join(folder, name)),
    ...['build-package.js', 'server/src'].map((name) => join(emulators, name)),
    // The bundle contains third-party packages.
    join(emulators, '..', 'package-lock.json'),
  ];
  // This file is written last.
  if (!isUpToDate(join(folder, 'dist', 'third-party-licenses.txt'), inputs)) await buildFirestore(run);
}

export async function buildFirestore(run: Run): Promise<void> {
  await run.start({
    name: 'firestore bundle',
    command: process.execPath,
    args: [join('..', 'build-package.js'), '--bundle-only'],
    cwd: realpathSync(packagePath('savepoint-firestore')),
  }).exit;
}
