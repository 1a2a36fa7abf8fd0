import type { FirebaseJson } from '../config/firebase-json.ts';
import { displayPath } from '../config/json-file.ts';
import type { Project } from '../config/project.ts';
import type { Run } from '../processes/run.ts';
import { waitForHttp } from '../processes/wait-for-http.ts';
import { UserError } from '../user-error.ts';
import { databaseRules, denyDatabase, loadDatabaseRules } from './database-rules.ts';
import { storageRulesModule } from './firebase-tools.ts';
import { loadRules } from './firestore-reload.ts';
import type { StackServers } from './loaded-functions.ts';

/**
 * How a start handles rules that do not compile. A developer can fix them while everything is
 * denied; tests would fail without showing the reason.
 */
export type WhenRulesBroken = 'deny' | 'refuse';

type RulesProject = Pick<Project, 'id' | 'folder' | 'firebase'>;

interface StartedServers extends StackServers {
  readonly run: Run;
}

/**
 * Compiles the rules that a stack's emulators start with. Resolves with messages for the developer:
 * warnings, and errors that make a server deny everything.
 * @throws UserError with the errors, if they fail the start
 */
export async function checkInitialRules(
  project: RulesProject,
  started: StartedServers,
  whenBroken: WhenRulesBroken,
): Promise<readonly string[]> {
  const { run, servers } = started;
  const {
    id,
    firebase: { firestore, storage },
  } = project;
  if (whenBroken === 'refuse' && servers.includes('storage')) {
    for (const { rules } of storage) if (rules !== undefined) await checkStorageRules(run, rules);
  }
  return [
    ...(servers.includes('firestore')
      ? await checkFirestoreRules({ id, firestore }, started, whenBroken)
      : []),
    ...(servers.includes('database') ? await checkDatabaseRules(project, started, whenBroken) : []),
  ];
}

async function checkDatabaseRules(
  project: RulesProject,
  { ports, run }: StartedServers,
  whenBroken: WhenRulesBroken,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { file, instance } of databaseRules(project)) {
    await waitForHttp('The Realtime Database', ports.database, () => run.isEnding);
    const database = { port: ports.database, instance };
    const { loaded, issues } = await loadDatabaseRules(file, database);
    if (loaded) continue;
    if (whenBroken === 'refuse') throw brokenRules(file, issues);
    await denyDatabase(database);
    const problem = `${displayPath(file)} does not compile: the database ${instance} denies every request until it does`;
    lines.push(...issues.filter((issue) => !lines.includes(issue)), problem);
  }
  return lines;
}

async function checkFirestoreRules(
  { id, firestore }: { readonly id: string; readonly firestore: FirebaseJson['firestore'] },
  { run, ports }: StartedServers,
  whenBroken: WhenRulesBroken,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { rules, databaseId } of firestoreRules(firestore)) {
    await waitForHttp('Firestore', ports.firestore, () => run.isEnding);
    const { loaded, issues } = await loadRules(rules, { port: ports.firestore, projectId: id, databaseId });
    if (!loaded && whenBroken === 'refuse') throw brokenRules(rules, issues);
    lines.push(...issues);
    if (loaded) continue;
    const server = databaseId === undefined ? 'Firestore' : `The database ${databaseId}`;
    lines.push(`${displayPath(rules)} does not compile: ${server} denies every request until it does`);
  }
  return lines;
}

interface RulesOfDatabase {
  readonly rules: string;
  /** Undefined for the rules that apply to all databases without their own. */
  readonly databaseId: string | undefined;
}

/** The Firestore rules files with their databases. */
export function firestoreRules(firestore: FirebaseJson['firestore']): RulesOfDatabase[] {
  if (firestore === undefined) return [];
  const all = [{ id: undefined, rules: firestore.rules }, ...firestore.databases];
  return all.flatMap(({ id, rules }) => (rules === undefined ? [] : [{ rules, databaseId: id }]));
}

/**
 * Prints the issues of a rules file (second argument), using the rules engine's module (first
 * argument); exits with 1 after an error.
 */
const COMPILE_STORAGE_RULES = `
  import { readFileSync } from 'node:fs';
  import { pathToFileURL } from 'node:url';
  const [, module, file] = process.argv;
  const { compileStorageRules, issueLine } = await import(pathToFileURL(module).href);
  const { ruleset, issues } = compileStorageRules(readFileSync(file, 'utf8'));
  for (const issue of issues) console.log(issueLine(issue));
  process.exitCode = ruleset === undefined ? 1 : 0;`;

/**
 * Compiles Storage rules in a separate process, with the engine that the Storage emulator uses.
 * @throws UserError with the errors
 */
export async function checkStorageRules(run: Run, rules: string): Promise<void> {
  const issues: string[] = [];
  const { exit } = run.start({
    name: 'storage rules',
    command: process.execPath,
    args: ['--input-type=module', '--eval', COMPILE_STORAGE_RULES, storageRulesModule(), rules],
    cwd: run.folder,
    onLine: (line) => issues.push(line),
  });
  if ((await exit) !== 0) throw brokenRules(rules, issues);
}

/** The error for a rules file that does not compile. */
export function brokenRules(file: string, issues: readonly string[]): UserError {
  return new UserError(`${displayPath(file)} does not compile:\n${issues.join('\n')}`, 'Fix the rules.');
}
