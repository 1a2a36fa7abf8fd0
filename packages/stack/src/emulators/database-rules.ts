// Realtime Database rules: which file applies to which instance, and how to load it.

import { readFileSync } from 'node:fs';
import { serverUrl } from '../config/environment.ts';
import { readDatabaseTargets } from '../config/firebaserc.ts';
import { displayPath } from '../config/json-file.ts';
import type { Project } from '../config/project.ts';
import { fetchServer } from '../processes/fetch-server.ts';
import { UserError } from '../user-error.ts';
import type { RulesResult } from './firestore-reload.ts';

/** Denies everything until the rules compile. */
const CLOSED = '{"rules": {}}';

interface InstanceRules {
  /** Absolute path. */
  readonly file: string;
  readonly instance: string;
}

type DatabaseProject = Pick<Project, 'id' | 'folder' | 'firebase'>;

/**
 * The instances of a project that have rules. An entry without a name applies to the default
 * instance under both names that clients use for it.
 * @throws UserError for a deploy target without instances
 */
export function databaseRules(project: DatabaseProject): InstanceRules[] {
  return (project.firebase.database ?? []).flatMap(({ rules, instance, target }) => {
    if (rules === undefined) return [];
    const names =
      instance !== undefined
        ? [instance]
        : target === undefined
          ? defaultInstances(project.id)
          : instancesOf(target, project);
    return names.map((name) => ({ file: rules, instance: name }));
  });
}

function instancesOf(target: string, { id, folder }: DatabaseProject): readonly string[] {
  const instances = readDatabaseTargets(folder, id, target) ?? [];
  if (instances.length > 0) return instances;
  throw new UserError(
    `firebase.json has the deploy target "${target}" of the Realtime Database, but .firebaserc lists no instances for it`,
    `Name them: firebase target:apply database ${target} ${id}-default-rtdb`,
  );
}

/** `ID-default-rtdb` in the console and `ID` in firebase-tools' emulators. */
function defaultInstances(id: string): readonly string[] {
  return [`${id}-default-rtdb`, id];
}

/**
 * The instance for functions and for `/__/firebase/init.json`: as in firebase-tools, unless
 * firebase.json has rules only for other instances.
 */
export function defaultInstance(project: DatabaseProject): string {
  const named = databaseRules(project).map(({ instance }) => instance);
  const [console, tools] = defaultInstances(project.id) as [string, string];
  if (named.length === 0) return tools;
  return [tools, console].find((name) => named.includes(name)) ?? (named[0] as string);
}

/** An instance of a running server. */
interface Instance {
  readonly port: number;
  readonly instance: string;
}

/** Loads rules. If they do not compile, the previous rules stay in force. */
export async function loadDatabaseRules(file: string, instance: Instance): Promise<RulesResult> {
  const response = await put(instance, readFileSync(file, 'utf8'));
  if (response.ok) return { loaded: true, issues: [] };
  const { error } = (await response.json()) as { error: string };
  const issues = error.trimEnd().split('\n');
  return {
    loaded: false,
    issues: issues.map((issue) => `${displayPath(file)}:${issue.replace(/^(\d+:\d+):/, '$1 ERROR')}`),
  };
}

/** Makes the instance deny everything. */
export async function denyDatabase(instance: Instance): Promise<void> {
  await put(instance, CLOSED);
}

function put({ port, instance }: Instance, body: string): Promise<Response> {
  const url = `${serverUrl(port)}/.settings/rules.json?ns=${encodeURIComponent(instance)}`;
  return fetchServer('The Realtime Database', url, {
    method: 'PUT',
    headers: { authorization: 'Bearer owner' },
    body,
  });
}
