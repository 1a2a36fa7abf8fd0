// Local secrets of the functions: the Functions emulator reads .secret.local in each source folder,
// and would fetch a missing secret from Secret Manager.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { writeFileAtomically } from './atomic-file.ts';
import type { Project } from './project.ts';

/** The file with local secrets in a source folder. */
export const SECRETS_FILE = '.secret.local';
const EXAMPLE = '.secret.local.example';
const PRIVATE = 0o600;

type Secrets = Readonly<Record<string, string | undefined>>;

/**
 * Returns the local secrets of all functions, after copying to .secret.local the ones that only the
 * example file has. Nothing is copied in a project without savepoint.config.ts.
 */
export function ensureLocalSecrets(project: Pick<Project, 'hasConfigFile' | 'functionsFolders'>): Secrets {
  if (project.hasConfigFile) project.functionsFolders.forEach(addMissingSecrets);
  return readLocalSecrets(project);
}

/**
 * Copies to a folder's .secret.local the secrets that only its example file has. Only the owner can
 * read the file.
 */
export function addMissingSecrets(folder: string): void {
  const path = join(folder, SECRETS_FILE);
  // It may be a symbolic link to a file outside the repository.
  const file = existsSync(path) ? realpathSync(path) : path;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const known = parseEnv(text);
  const missing = Object.entries(readSecrets(join(folder, EXAMPLE))).filter(
    ([name]) => known[name] === undefined,
  );
  if (missing.length === 0) return;
  const lines = missing.map(([name, value = '']) => `${name}=${quoted(value)}\n`).join('');
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  writeFileAtomically(file, `${text}${separator}${lines}`, PRIVATE);
}

/** Quotes a value that contains a space, a `#` or a line break. */
function quoted(value: string): string {
  if (/^[^\s#'"`]*$/.test(value)) return value;
  const quote = ["'", '"', '`'].find((each) => !value.includes(each)) ?? '';
  return quote + value + quote;
}

/** The local secrets of all functions. */
export function readLocalSecrets({ functionsFolders }: Pick<Project, 'functionsFolders'>): Secrets {
  return Object.assign({}, ...functionsFolders.map((folder) => readSecrets(join(folder, SECRETS_FILE))));
}

/** The secrets in a file; none if the file does not exist. */
export function readSecrets(file: string): Secrets {
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}
