// A run works on a copy of the functions' settings (functions/.env and its variants): firebase-tools writes the defaults of unset settings
// next to the files it reads, and a default in the source folder would win over a default that changes later.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ID, repositoryPath } from '../config/repository.ts';

/** In order of precedence, lowest first, as in firebase-tools. */
const SOURCES = ['.env', `.env.${PROJECT_ID}`, '.env.local'];

/** Name of the settings folder inside a run's folder. */
export const SETTINGS_FOLDER = 'settings';

/** Copies the current settings into the run's folder, as one file in which later lines win. */
export function copyFunctionsSettings(runFolder: string): void {
  const texts = SOURCES.map((name) => repositoryPath('functions', name))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'));
  mkdirSync(join(runFolder, SETTINGS_FOLDER), { recursive: true });
  writeFileSync(join(runFolder, SETTINGS_FOLDER, '.env.local'), texts.map((text) => `${text}\n`).join(''));
}
