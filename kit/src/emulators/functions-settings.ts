// Owns handing the developer's settings of the functions (functions/.env and its variants) to one run. firebase-tools writes the defaults of
// unset settings beside them, which must not stay in the source folder: a default that changes later would be overruled.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ID, repositoryPath } from '../config/repository.ts';

/** Later ones win, as in firebase-tools. */
const SOURCES = ['.env', `.env.${PROJECT_ID}`, '.env.local'];

/** Name of the settings folder inside a run's folder. */
export const SETTINGS_FOLDER = 'settings';

/** Copies the settings as they are now; later lines of one name win. */
export function copyFunctionsSettings(runFolder: string): void {
  const texts = SOURCES.map((name) => repositoryPath('functions', name))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'));
  mkdirSync(join(runFolder, SETTINGS_FOLDER), { recursive: true });
  writeFileSync(join(runFolder, SETTINGS_FOLDER, '.env.local'), texts.map((text) => `${text}\n`).join(''));
}
