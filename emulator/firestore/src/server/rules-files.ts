import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { FirestoreEmulator } from '../database/firestore-emulator.ts';
import { compileRuleset } from '../rules/ruleset.ts';
import type { RulesFile, RulesIssue } from '../transport/admin.ts';
import { UsageError, unusablePath } from './command-line.ts';

const FILE_NAME = 'firestore.rules';

function issueLine(file: string, { severity, description, sourcePosition }: RulesIssue): string {
  return `${file}:${sourcePosition.line}:${sourcePosition.column} ${severity} ${description}`;
}

/**
 * Loads the default rules from the file at `path`. Throws UsageError when it cannot be read or does not compile; warnings
 * are logged.
 */
export function loadRulesFile(emulator: FirestoreEmulator, path: string, log: (line: string) => void): void {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw unusablePath('rules', path, error);
  }
  const { ruleset, issues } = compileRuleset(content, { fileName: path, onDebug: log });
  const lines = issues.map((issue) => issueLine(path, issue));
  if (ruleset === undefined) throw new UsageError(`The rules do not compile:\n${lines.join('\n')}`);
  for (const line of lines) log(line);
  emulator.access.setDefaultRuleset(ruleset);
}

const WATCH_INTERVAL_MS = 300;

/**
 * Reloads the default rules whenever the file is saved. Rules that do not compile are logged, and the current ones stay
 * in force. Returns the function that stops watching.
 */
export function watchRulesFile(
  emulator: FirestoreEmulator,
  path: string,
  log: (line: string) => void,
): () => void {
  const reload = (): void => {
    try {
      loadRulesFile(emulator, path, log);
      log(`rules: reloaded ${path}`);
    } catch (error) {
      log(`rules: ${(error as Error).message}\nrules: the previous rules stay in force`);
    }
  };
  watchFile(path, { interval: WATCH_INTERVAL_MS, persistent: false }, reload);
  return () => unwatchFile(path, reload);
}

/**
 * Replaces the rules of one project, and logs the warnings of rules that differ from the current ones. Rules that do not
 * compile leave the current ones in force.
 */
export function replaceRules(
  emulator: FirestoreEmulator,
  projectId: string,
  files: readonly RulesFile[],
  log: (line: string) => void,
): { issues: readonly RulesIssue[]; loaded: boolean } {
  const [file] = files as readonly [RulesFile];
  const fileName = file.name ?? FILE_NAME;
  const { ruleset, issues } = compileRuleset(file.content, { fileName, onDebug: log });
  if (ruleset !== undefined) {
    // Tests load the same rules again and again.
    const isNew = emulator.access.ruleset(projectId)?.source.text !== file.content;
    if (isNew) for (const issue of issues) log(issueLine(fileName, issue));
    emulator.access.setRuleset(projectId, ruleset);
  }
  return { issues, loaded: ruleset !== undefined };
}
