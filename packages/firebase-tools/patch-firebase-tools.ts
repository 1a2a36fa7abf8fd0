import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { patchModules } from './patch-modules.ts';
import { PATCHES } from './patches.ts';

/** @param entry the command line program, lib/bin/firebase.js */
export function patchFirebaseTools(entry: string): void {
  patchModules(join(dirname(realpathSync(entry)), '..', '..'), PATCHES);
}
