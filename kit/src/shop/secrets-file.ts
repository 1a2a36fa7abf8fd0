// Owns functions/.secret.local, where the functions emulator reads secrets. Without it the emulator would ask the cloud for them.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { inRepository } from '../repository.ts';

const FILE = inRepository('functions', '.secret.local');
const EXAMPLE = inRepository('functions', '.secret.local.example');

/** Secrets as the functions will read them; the file is made from its example when it is missing. */
export function localSecrets(): Readonly<Record<string, string | undefined>> {
  if (!existsSync(FILE)) {
    if (existsSync(EXAMPLE)) copyFileSync(EXAMPLE, FILE);
    else writeFileSync(FILE, '');
  }
  return parseEnv(readFileSync(FILE, 'utf8'));
}
