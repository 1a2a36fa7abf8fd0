// .firebaserc: the aliases of projects, which `firebase use --add` writes, and their deploy
// targets, which `firebase target:apply` does.
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

/**
 * The alias that firebase-tools works with where no project is named: the only one, or `default`.
 */
export function defaultAlias(folder: string): string | undefined {
  const aliases = Object.keys(readAliases(folder));
  return aliases.length === 1 ? aliases[0] : aliases.find((alias) => alias === 'default');
}

/** The buckets of Storage's deploy targets, by target. */
export interface StorageTargets {
  /** The project that has them. */
  readonly id: string;
  readonly buckets: Readonly<Record<string, readonly string[]>>;
}

/**
 * The deploy targets of a project; where it has none, as one that runs on this machine only, those
 * of the project that firebase-tools works with.
 */
export function readStorageTargets(folder: string, id: string): StorageTargets | undefined {
  const { targets = {} } = readFirebaserc(folder);
  const owner = [id, readAliases(folder)[defaultAlias(folder) ?? '']].find(
    (each) => each !== undefined && targets[each]?.storage !== undefined,
  );
  return owner === undefined ? undefined : { id: owner, buckets: targets[owner]?.storage ?? {} };
}

interface Firebaserc {
  readonly projects?: Readonly<Record<string, string>>;
  readonly targets?: Readonly<Record<string, { readonly storage?: StorageTargets['buckets'] }>>;
}

function readAliases(folder: string): Readonly<Record<string, string>> {
  return readFirebaserc(folder).projects ?? {};
}

function readFirebaserc(folder: string): Firebaserc {
  const file = join(folder, FILE);
  return existsSync(file) ? (readJsonFile(file, `Fix ${FILE}.`).value as Firebaserc) : {};
}
