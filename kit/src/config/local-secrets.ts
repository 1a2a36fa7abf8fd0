// Secrets of the functions on this machine: the Functions emulator reads .secret.local of each source folder, and would fetch a missing
// secret from Secret Manager.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { getProject } from './project.ts';

const FILE = '.secret.local';
const EXAMPLE = '.secret.local.example';

type Secrets = Readonly<Record<string, string | undefined>>;

/**
 * Returns the local secrets of all functions, after adding to .secret.local those that only the example file beside it has. Nothing is
 * added in a project without a configuration of the kit.
 */
export function ensureLocalSecrets(): Secrets {
  const { firebase, hasConfigFile } = getProject();
  for (const { folder } of hasConfigFile ? firebase.codebases : []) {
    const file = join(folder, FILE);
    const known = readSecrets(file);
    const missing = Object.entries(readSecrets(join(folder, EXAMPLE))).filter(
      ([name]) => known[name] === undefined,
    );
    if (missing.length > 0)
      appendFileSync(file, missing.map(([name, value]) => `${name}=${value}\n`).join(''));
  }
  return readLocalSecrets();
}

/** The local secrets of all functions. */
export function readLocalSecrets(): Secrets {
  const { codebases } = getProject().firebase;
  return Object.assign({}, ...codebases.map(({ folder }) => readSecrets(join(folder, FILE))));
}

function readSecrets(file: string): Secrets {
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}
