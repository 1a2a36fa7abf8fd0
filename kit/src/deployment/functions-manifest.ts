import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { binPath, repositoryPath } from '../config/repository.ts';
import { withOutboundGuard } from '../processes/outbound-guard.ts';
import { UserError } from '../user-error.ts';

/** A parameter or secret that the functions declare. */
export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly default?: unknown;
}

/** The parts of functions.yaml that the kit reads. */
export interface FunctionsManifest {
  readonly params?: readonly Parameter[];
  readonly endpoints: Readonly<Record<string, unknown>>;
}

/**
 * Loads functions/lib and returns the manifest of its endpoints, parameters and secrets, in the way that firebase-tools discovers it before
 * a deployment. No function is run.
 * @param folder a folder for the manifest file
 * @throws UserError when the functions cannot be loaded
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
      NODE_OPTIONS: withOutboundGuard(),
      SAVEPOINT_ALLOW_OUTBOUND: process.env.SAVEPOINT_ALLOW_OUTBOUND,
      GCLOUD_PROJECT: projectId,
      FIREBASE_CONFIG: JSON.stringify({ projectId }),
      FUNCTIONS_CONTROL_API: 'true',
      FUNCTIONS_MANIFEST_OUTPUT_PATH: file,
    },
  });
  if (discovery.status !== 0 || !existsSync(file)) {
    throw new UserError(
      `The built functions do not load:\n${discovery.stderr}`,
      'Fix the code that it names.',
    );
  }
  return parse(readFileSync(file, 'utf8')) as FunctionsManifest;
}
