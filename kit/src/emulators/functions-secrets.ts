// Owns functions/.secret.local, where the functions emulator reads secrets. A secret that is missing there would be asked of the cloud.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { repositoryPath } from '../config/repository.ts';

const FILE = repositoryPath('functions', '.secret.local');
const EXAMPLE = repositoryPath('functions', '.secret.local.example');

type Secrets = Readonly<Record<string, string | undefined>>;

/** Secrets as the functions will read them; those that only the example knows are added to the file first. */
export function ensureLocalSecrets(): Secrets {
  const known = read(FILE);
  const missing = Object.entries(read(EXAMPLE)).filter(([name]) => known[name] === undefined);
  if (missing.length > 0 || !existsSync(FILE)) {
    const lines = missing.map(([name, value]) => `${name}=${value}\n`);
    appendFileSync(FILE, lines.join(''));
  }
  return read(FILE);
}

function read(file: string): Secrets {
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}
