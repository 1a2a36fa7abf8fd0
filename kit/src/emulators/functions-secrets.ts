import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { repositoryPath } from '../config/repository.ts';

/** The functions emulator reads secrets here; it would fetch a missing one from Secret Manager. */
const FILE = repositoryPath('functions', '.secret.local');
const EXAMPLE = repositoryPath('functions', '.secret.local.example');

type Secrets = Readonly<Record<string, string | undefined>>;

/** Returns the local secrets of the functions, after adding to functions/.secret.local those that only the example file has. */
export function ensureLocalSecrets(): Secrets {
  const known = readSecrets(FILE);
  const missing = Object.entries(readSecrets(EXAMPLE)).filter(([name]) => known[name] === undefined);
  if (missing.length > 0 || !existsSync(FILE)) {
    appendFileSync(FILE, missing.map(([name, value]) => `${name}=${value}\n`).join(''));
  }
  return readSecrets(FILE);
}

function readSecrets(file: string): Secrets {
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}
