import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FirebaseJson } from '../config/firebase-json.ts';

/** The variable that names the file to which firebase-functions writes what the functions are. */
const MANIFEST_VARIABLE = 'FUNCTIONS_MANIFEST_OUTPUT_PATH';

/**
 * Whether the firebase-functions of every codebase can write its manifest to a file. firebase-tools
 * would wait a minute for the file of a version before it, and then have no functions; without the
 * file it asks over HTTP, which takes three seconds more.
 */
export function canDiscoverByFile({ codebases }: Pick<FirebaseJson, 'codebases'>): boolean {
  return codebases.every(({ folder }) => {
    const modules = createRequire(join(folder, 'package.json')).resolve.paths('firebase-functions') ?? [];
    const program = modules
      .map((each) => join(each, 'firebase-functions', 'lib', 'bin', 'firebase-functions.js'))
      .find((file) => existsSync(file));
    return program !== undefined && readFileSync(program, 'utf8').includes(MANIFEST_VARIABLE);
  });
}
