// Owns asking the built functions what they declare: endpoints, secrets, settings. It is the question that firebase-tools asks when it
// deploys; it must not run a function.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { binPath, repositoryPath } from '../config/repository.ts';
import { UserError } from '../user-error.ts';

export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly default?: unknown;
}

export interface FunctionsManifest {
  readonly params?: readonly Parameter[];
  readonly endpoints: Readonly<Record<string, unknown>>;
}

/**
 * Loads functions/lib and returns its manifest.
 * @param folder a folder for the manifest file
 */
export function readManifest(folder: string, projectId: string): FunctionsManifest {
  const file = join(folder, 'functions.yaml');
  const functions = repositoryPath('functions');
  const discovery = spawnSync(binPath('firebase-functions'), [functions], {
    cwd: functions,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      GCLOUD_PROJECT: projectId,
      FIREBASE_CONFIG: JSON.stringify({ projectId }),
      FUNCTIONS_CONTROL_API: 'true',
      FUNCTIONS_MANIFEST_OUTPUT_PATH: file,
    },
  });
  if (discovery.status !== 0 || !existsSync(file)) {
    throw new UserError(`The built functions do not load:\n${discovery.stderr}`, 'Mend the code it names.');
  }
  return parse(readFileSync(file, 'utf8')) as FunctionsManifest;
}
