// The rules of the Realtime Database: which instances have which file, and how one is loaded.

import { readFileSync } from 'node:fs';
import { serverUrl } from '../config/environment.ts';
import { readDatabaseTargets } from '../config/firebaserc.ts';
import { displayPath } from '../config/json-file.ts';
import type { Project } from '../config/project.ts';
import { fetchServer } from '../processes/fetch-server.ts';
import type { RulesResult } from './firestore-reload.ts';

/** What denies everything, until rules compile. */
const CLOSED = '{"rules": {}}';

interface InstanceRules {
  /** Absolute path. */
  readonly file: string;
  readonly instance: string;
}

/**
 * The instances of a project that have rules. Those of the only entry are of the default instance,
 * by both names that clients have for it.
 */
export function databaseRules({
  id,
  folder,
  firebase,
}: Pick<Project, 'id' | 'folder' | 'firebase'>): InstanceRules[] {
  return (firebase.database ?? []).flatMap(({ rules, instance, target }) => {
    if (rules === undefined) return [];
    const named = instance === undefined ? readDatabaseTargets(folder, id, target) : [instance];
    return (named ?? defaultInstances(id)).map((name) => ({ file: rules, instance: name }));
  });
}

/** `ID` in `/__/firebase/init.json` and in functions, and `ID-default-rtdb` in the console. */
function defaultInstances(id: string): readonly string[] {
  return [`${id}-default-rtdb`, id];
}

/** An instance of a running server. */
interface Instance {
  readonly port: number;
  readonly instance: string;
}

/** Loads rules. When these do not compile, those of before stay in force. */
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

/** Denies everything. */
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
