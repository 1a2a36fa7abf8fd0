// Reads .firebaserc: the project aliases that `firebase use --add` writes, and the deploy targets
// that `firebase target:apply` writes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile } from './json-file.ts';

const FILE = '.firebaserc';

/** A project as named by the flag `--project`. */
export interface NamedProject {
  readonly id: string;
  /** Its alias in .firebaserc, if it was chosen by that alias or is the default. */
  readonly alias?: string | undefined;
}

/** Resolves a project id or an alias of .firebaserc. */
export function resolveProject(folder: string, name: string): NamedProject {
  const id = readAliases(folder)[name];
  return id === undefined ? { id: name } : { id, alias: name };
}

/**
 * The aliases of .firebaserc if the id belongs to none of them, because it may be a misspelled
 * alias.
 */
export function aliasesBeside(folder: string, id: string): readonly string[] {
  const projects = readAliases(folder);
  return Object.values(projects).includes(id) ? [] : Object.keys(projects);
}

/** The project that firebase-tools uses if none is named: the only one, or `default`. */
export function defaultProject(folder: string): NamedProject | undefined {
  const projects = readAliases(folder);
  const aliases = Object.keys(projects);
  const alias = aliases.length === 1 ? aliases[0] : aliases.find((each) => each === 'default');
  return alias === undefined ? undefined : { id: projects[alias] as string, alias };
}

/**
 * The resources of deploy targets, by target: Realtime Database instances, Storage buckets, Hosting
 * sites.
 */
type TargetResources = Readonly<Record<string, readonly string[]>>;

/** The buckets of Storage deploy targets. */
interface StorageTargets {
  /** The project that the targets belong to. */
  readonly id: string;
  readonly buckets: TargetResources;
}

/**
 * The deploy targets of a project. If it has none, as a local-only project, those of the project
 * that firebase-tools uses.
 */
export function readStorageTargets(folder: string, id: string): StorageTargets | undefined {
  const targets = readTargets(folder, id, 'storage');
  return targets && { id: targets.id, buckets: targets.resources };
}

/** The ids of Hosting sites by deploy target, of the same project as `readStorageTargets`. */
export function readHostingTargets(folder: string, id: string): TargetResources {
  return readTargets(folder, id, 'hosting')?.resources ?? {};
}

/**
 * The Realtime Database instances of a deploy target, of the same project as `readStorageTargets`.
 */
export function readDatabaseTargets(
  folder: string,
  id: string,
  target: string | undefined,
): readonly string[] | undefined {
  return target === undefined ? undefined : readTargets(folder, id, 'database')?.resources[target];
}

/** The instances of a deploy target of exactly this project, as a deployment reads them. */
export function readDeployedInstances(folder: string, id: string, target: string): readonly string[] {
  return readFirebaserc(folder).targets?.[id]?.database?.[target] ?? [];
}

function readTargets(
  folder: string,
  id: string,
  kind: 'database' | 'storage' | 'hosting',
): { readonly id: string; readonly resources: TargetResources } | undefined {
  const { targets = {} } = readFirebaserc(folder);
  const owner = [id, defaultProject(folder)?.id].find(
    (each) => each !== undefined && targets[each]?.[kind] !== undefined,
  );
  return owner === undefined ? undefined : { id: owner, resources: targets[owner]?.[kind] ?? {} };
}

interface Firebaserc {
  readonly projects?: Readonly<Record<string, string>>;
  readonly targets?: Readonly<
    Record<string, Readonly<Partial<Record<'database' | 'storage' | 'hosting', TargetResources>>>>
  >;
}

function readAliases(folder: string): Readonly<Record<string, string>> {
  return readFirebaserc(folder).projects ?? {};
}

function readFirebaserc(folder: string): Firebaserc {
  const file = join(folder, FILE);
  return existsSync(file) ? (readJsonFile(file, `Fix ${FILE}.`).value as Firebaserc) : {};
}
