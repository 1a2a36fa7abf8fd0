import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { UsageError } from '@savepoint/server/process/command-line';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { compileRuleset, type Ruleset } from '../rules/ruleset.ts';
import type { RulesFile, RulesIssue, RulesScope } from '../transport/admin.ts';
import { unusablePath } from './command-line.ts';

const FILE_NAME = 'firestore.rules';

function issueLine(file: string, { severity, description, sourcePosition }: RulesIssue): string {
  return `${file}:${sourcePosition.line}:${sourcePosition.column} ${severity} ${description}`;
}

class BrokenRulesError extends UsageError {}

/**
 * Loads the rules of databases with this id, or of all databases, from the file at `path`. Throws
 * UsageError if it cannot be read or does not compile. Warnings are logged.
 */
export function loadRulesFile(
  emulator: FirestoreEmulator,
  path: string,
  log: (line: string) => void,
  databaseId?: string,
): void {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw unusablePath('rules', path, error);
  }
  const { ruleset, issues } = compileRuleset(content, {
    fileName: displayPath(path),
    onDebug: eachLine(log),
  });
  const lines = issues.map((issue) => issueLine(path, issue));
  if (ruleset === undefined) throw new BrokenRulesError(`The rules do not compile:\n${lines.join('\n')}`);
  for (const line of lines) log(line);
  emulator.access.setDefaultRuleset(ruleset, databaseId);
}

/** The ruleset used instead of one that does not compile. */
function denyRules(path: string): Ruleset {
  const text = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{document=**} {
      allow read, write: if false;
    }
  }
}`;
  const fileName = `${displayPath(path)}, which does not compile`;
  return compileRuleset(text, { fileName }).ruleset as Ruleset;
}

/**
 * Like `loadRulesFile`, but a file that does not compile denies every request until it does. Throws
 * UsageError if it cannot be read.
 */
export function loadRulesFileOrDeny(
  emulator: FirestoreEmulator,
  path: string,
  log: (line: string) => void,
  databaseId?: string,
): void {
  try {
    loadRulesFile(emulator, path, log, databaseId);
  } catch (error) {
    if (!(error instanceof BrokenRulesError)) throw error;
    emulator.access.setDefaultRuleset(denyRules(path), databaseId);
    log(`rules: ${path} does not compile: every request is denied until it does`);
  }
}

/** The output of `debug()` has several lines. */
function eachLine(log: (line: string) => void): (text: string) => void {
  return (text) => {
    for (const line of text.split('\n')) log(line);
  };
}

/** A path relative to the current folder if it is inside it, as a developer would type it. */
function displayPath(path: string): string {
  const fromCurrentFolder = relative(process.cwd(), path);
  return fromCurrentFolder.startsWith('..') || isAbsolute(fromCurrentFolder) ? path : fromCurrentFolder;
}

const WATCH_INTERVAL_MS = 300;

/**
 * Reloads the rules that `loadRulesFile` loaded whenever the file is saved. If they do not compile,
 * this is logged and the current ones stay in force. Returns a function that stops watching.
 */
export function watchRulesFile(
  emulator: FirestoreEmulator,
  path: string,
  log: (line: string) => void,
  databaseId?: string,
): () => void {
  // Compared by content, because a save between the load and the first tick also counts.
  let content = emulator.access.ruleset('', databaseId)?.source.text;
  let version: string | undefined;
  const reload = (): void => {
    const found = fileVersion(path);
    if (found === version) return;
    version = found;
    const saved = readText(path);
    if (saved === content) return;
    content = saved;
    try {
      loadRulesFile(emulator, path, log, databaseId);
      log(`rules: reloaded ${path}`);
    } catch (error) {
      for (const line of (error as Error).message.split('\n')) log(`rules: ${line}`);
      log('rules: the previous rules stay in force');
    }
  };
  const timer = setInterval(reload, WATCH_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

/** Changes with each save; undefined while there is no file. */
function fileVersion(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Replaces rules, and logs the warnings if they differ from the current ones. If they do not
 * compile, the current ones stay in force.
 */
export function replaceRules(
  emulator: FirestoreEmulator,
  { projectId, databaseId }: RulesScope,
  file: RulesFile,
  log: (line: string) => void,
): { issues: readonly RulesIssue[]; loaded: boolean } {
  const fileName = file.name ?? FILE_NAME;
  const { ruleset, issues } = compileRuleset(file.content, { fileName, onDebug: eachLine(log) });
  if (ruleset !== undefined) {
    // Tests load the same rules again and again.
    const isNew = emulator.access.ruleset(projectId, databaseId)?.source.text !== file.content;
    if (isNew) for (const issue of issues) log(issueLine(fileName, issue));
    emulator.access.setRuleset(projectId, ruleset, databaseId);
  }
  return { issues, loaded: ruleset !== undefined };
}

/**
 * The ruleset for databases without rules, with the file name that tools know from Google's
 * emulator.
 */
const OPEN_RULES = compileRuleset(
  `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{document=**} {
      allow read, write: if true;
    }
  }
}`,
  { fileName: 'OPEN_RULES' },
).ruleset as Ruleset;

/** The ruleset in force; if there is none, one that allows everything. */
export function rulesetInForce(emulator: FirestoreEmulator, { projectId, databaseId }: RulesScope): Ruleset {
  return emulator.ruleset(projectId, databaseId) ?? OPEN_RULES;
}

/** The file of a ruleset, and its compiler warnings. */
export function describeRules({ source }: Ruleset): {
  files: readonly RulesFile[];
  issues: readonly RulesIssue[];
} {
  const { text, fileName } = source;
  return { files: [{ name: fileName, content: text }], issues: compileRuleset(text, { fileName }).issues };
}
