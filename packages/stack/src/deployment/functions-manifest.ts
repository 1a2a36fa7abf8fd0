import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Codebase } from '../config/firebase-json.ts';
import { displayPath } from '../config/json-file.ts';
import type { Project } from '../config/project.ts';
import { withOutboundGuard } from '../processes/outbound-guard.ts';
import { UserError } from '../user-error.ts';

/** A parameter or secret that the functions declare. */
interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly default?: unknown;
}

/** The parts of functions.yaml that the kit reads, and the folder with the functions' settings. */
export interface FunctionsManifest {
  readonly settingsFolder: string;
  readonly params?: readonly Parameter[];
  readonly endpoints: Readonly<Record<string, unknown>>;
}

/**
 * Loads the built functions and returns the manifests of their endpoints, parameters and secrets,
 * one per Node.js codebase, using the discovery that firebase-tools runs before a deployment. No
 * function is called.
 * @param folder a folder for the manifest files
 * @throws UserError when the functions cannot be loaded
 */
export function readManifests(
  project: Pick<Project, 'id' | 'firebase' | 'environment'>,
  folder: string,
): FunctionsManifest[] {
  return project.firebase.codebases
    .filter(({ language }) => language === 'nodejs')
    .map((codebase) => readManifest(project, codebase, folder));
}

function readManifest(
  { id, environment }: Pick<Project, 'id' | 'environment'>,
  codebase: Codebase,
  folder: string,
): FunctionsManifest {
  const file = join(folder, `functions-${codebase.name}.yaml`);
  const discovery = spawnSync(findDiscoveryProgram(codebase.folder), [codebase.folder], {
    cwd: codebase.folder,
    encoding: 'utf8',
    env: {
      PATH: environment.PATH,
      HOME: environment.HOME,
      NODE_OPTIONS: withOutboundGuard(environment.NODE_OPTIONS),
      SAVEPOINT_ALLOW_OUTBOUND: environment.SAVEPOINT_ALLOW_OUTBOUND,
      GCLOUD_PROJECT: id,
      FIREBASE_CONFIG: JSON.stringify({ projectId: id }),
      FUNCTIONS_CONTROL_API: 'true',
      FUNCTIONS_MANIFEST_OUTPUT_PATH: file,
    },
  });
  if (discovery.status !== 0 || !existsSync(file)) {
    throw new UserError(
      `The built functions in ${displayPath(codebase.folder)} do not load:\n${discovery.stderr}`,
      'Fix the error above.',
    );
  }
  return {
    ...parse(readFileSync(file, 'utf8')),
    settingsFolder: codebase.settingsFolder,
  } as FunctionsManifest;
}

/** The discovery program of firebase-functions, from the package that the functions import. */
function findDiscoveryProgram(folder: string): string {
  const modules = createRequire(join(folder, 'package.json')).resolve.paths('firebase-functions') ?? [];
  const program = modules
    .map((each) => join(each, '.bin', 'firebase-functions'))
    .find((each) => existsSync(each));
  if (program === undefined) {
    throw new UserError(
      `${displayPath(folder)} has no firebase-functions installed`,
      'Run npm install there.',
    );
  }
  return program;
}
