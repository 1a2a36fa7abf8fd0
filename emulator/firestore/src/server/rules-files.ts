// Owns how rules reach the database: from a file at start and from the rules endpoint later. Judges nothing.

import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { FirestoreEmulator } from '../database/firestore-emulator.ts';
import { compileRuleset } from '../rules/ruleset.ts';
import type { RulesFile, RulesIssue } from '../transport/admin.ts';
import { UsageError } from './command-line.ts';

const FILE_NAME = 'firestore.rules';

function issueLine(file: string, { severity, description, sourcePosition }: RulesIssue): string {
  return `${file}:${sourcePosition.line}:${sourcePosition.column} ${severity} ${description}`;
}

/** Loads the rules of every project that brings none of its own. Throws UsageError when there are none to load. */
export function loadRulesFile(emulator: FirestoreEmulator, path: string, log: (line: string) => void): void {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--rules ${path}: ${(error as Error).message}.`);
  }
  const { ruleset, issues } = compileRuleset(content, { fileName: path, onDebug: log });
  const lines = issues.map((issue) => issueLine(path, issue));
  if (ruleset === undefined) throw new UsageError(`The rules do not compile:\n${lines.join('\n')}`);
  for (const line of lines) log(line);
  emulator.access.setDefaultRuleset(ruleset);
}

const WATCH_INTERVAL_MS = 300;

/** Loads the file again whenever it is saved; one that does not compile is told and leaves the old rules in place. */
export function watchRulesFile(
  emulator: FirestoreEmulator,
  path: string,
  log: (line: string) => void,
): () => void {
  const reload = (): void => {
    try {
      loadRulesFile(emulator, path, log);
      log(`rules: ${path} was saved and is in force`);
    } catch (error) {
      log(`rules: ${(error as Error).message}\nrules: the old ones stay in force`);
    }
  };
  watchFile(path, { interval: WATCH_INTERVAL_MS, persistent: false }, reload);
  return () => unwatchFile(path, reload);
}

/** Replaces one project's rules; those that do not compile leave the old ones in place. */
export function replaceRules(
  emulator: FirestoreEmulator,
  projectId: string,
  files: readonly RulesFile[],
  log: (line: string) => void,
): { issues: readonly RulesIssue[]; loaded: boolean } {
  const [file] = files as readonly [RulesFile];
  const { ruleset, issues } = compileRuleset(file.content, {
    fileName: file.name ?? FILE_NAME,
    onDebug: log,
  });
  if (ruleset !== undefined) emulator.access.setRuleset(projectId, ruleset);
  return { issues, loaded: ruleset !== undefined };
}
