// A run works on copies of the functions' settings (.env and its variants) and secrets, for two
// reasons. firebase-tools writes the defaults of unset settings next to the files it reads; in the
// source folder, such a default would override one that changes later. And a mistake in one file
// would remove all settings from the next worker, whereas the copies stay at the last valid state.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Codebase } from '../config/firebase-json.ts';
import { displayPath } from '../config/json-file.ts';
import { SECRETS_FILE } from '../config/local-secrets.ts';
import type { Project } from '../config/project.ts';
import { findSettingsProblem } from './settings-problem.ts';

/** Path of the copied settings of a codebase, relative to the run's folder. */
export function settingsFolder(codebase: string): string {
  return join('settings', codebase);
}

/**
 * The settings files of a codebase, lowest precedence first as in firebase-tools, and its secrets
 * file.
 */
export function settingsFiles(
  { settingsFolder: folder, folder: source }: Codebase,
  { id, alias }: Pick<Project, 'id' | 'alias'>,
): readonly string[] {
  const names = ['.env', ...projectSettings(id, alias), '.env.local'];
  return [...names.map((name) => join(folder, name)), join(source, SECRETS_FILE)];
}

function projectSettings(id: string, alias = id): readonly string[] {
  return [...new Set([`.env.${id}`, `.env.${alias}`])];
}

/**
 * Copies the current settings and secrets into the run's folder, with each codebase's settings in
 * one file in which later lines win. Files with a mistake are skipped; an existing copy then stays
 * unchanged. Returns one line per mistake.
 */
export function copyFunctionsSettings(
  runFolder: string,
  { id, alias, firebase }: Pick<Project, 'id' | 'alias' | 'firebase'>,
): readonly string[] {
  return firebase.codebases.flatMap((codebase) => {
    const files = settingsFiles(codebase, { id, alias })
      .filter((file) => existsSync(file))
      .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
    // firebase-tools refuses to deploy with both.
    const [byId, byAlias] = projectSettings(id, alias).map((name) =>
      files.find(({ file }) => basename(file) === name),
    );
    const problems = files.flatMap(({ file, text }) => {
      const problem =
        byId !== undefined && file === byAlias?.file
          ? { line: 1, reason: `the project has settings in ${basename(byId.file)}, too` }
          : findSettingsProblem(text);
      return problem === undefined
        ? []
        : [{ file, line: `${displayPath(file)}:${problem.line}: ${problem.reason}` }];
    });
    const folder = join(runFolder, settingsFolder(codebase.name));
    mkdirSync(folder, { recursive: true });
    const isGood = ({ file }: { file: string }) => problems.every((problem) => problem.file !== file);
    const isSecrets = ({ file }: { file: string }) => basename(file) === SECRETS_FILE;
    writeCopy(
      join(folder, '.env.local'),
      files.filter((each) => !isSecrets(each)),
      isGood,
    );
    writeCopy(join(folder, SECRETS_FILE), files.filter(isSecrets), isGood);
    return problems.map(({ line }) => line);
  });
}

interface SettingsFile {
  readonly file: string;
  readonly text: string;
}

function writeCopy(
  copy: string,
  files: readonly SettingsFile[],
  isGood: (file: SettingsFile) => boolean,
): void {
  if (existsSync(copy) && !files.every(isGood)) return;
  const texts = files.filter(isGood).map(({ text }) => `${text}\n`);
  if (texts.length > 0) writeFileSync(copy, texts.join(''));
  else rmSync(copy, { force: true });
}
