// firebase-tools' program for workers takes one function of ten lines from a module that loads a
// thousand files: half of the time to start a worker, and 50 MB. This puts that function in the
// place of the module.
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findModuleRoot } from '../module-root.ts';

const NEEDED = 'findModuleRoot';

/**
 * Leaves the module alone where the program takes something else from it.
 * @param path of firebase-tools' program for workers
 */
export function skipUnusedImports(path: string): void {
  const requireHere = createRequire(path);
  const program = requireHere.resolve(path);
  const uses = readFileSync(program, 'utf8').matchAll(/functionsEmulatorShared_1\.(\w+)/g);
  if ([...uses].some(([, name]) => name !== NEEDED)) return;
  const file = join(dirname(program), 'functionsEmulatorShared.js');
  requireHere.cache[file] = Object.assign(new Module(file), { exports: { findModuleRoot }, loaded: true });
}
