// The aliases of projects in .firebaserc, which `firebase use --add` writes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile } from './json-file.ts';

const FILE = '.firebaserc';

/** A project as the flag `--project` names it. */
export interface NamedProject {
  readonly id: string;
  /** The name that .firebaserc has for it, where it was chosen by that name. */
  readonly alias?: string | undefined;
}

/** The project of an id or of an alias of .firebaserc. */
export function resolveProject(folder: string, name: string): NamedProject {
  const id = readAliases(folder)[name];
  return id === undefined ? { id: name } : { id, alias: name };
}

/** The alias that firebase-tools works with where no project is named: the only one, or `default`. */
export function defaultAlias(folder: string): string | undefined {
  const aliases = Object.keys(readAliases(folder));
  return aliases.length === 1 ? aliases[0] : aliases.find((alias) => alias === 'default');
}

function readAliases(folder: string): Readonly<Record<string, string>> {
  const file = join(folder, FILE);
  if (!existsSync(file)) return {};
  const { projects = {} } = readJsonFile(file, `Fix ${FILE}.`).value as { projects?: Record<string, string> };
  return projects;
}
