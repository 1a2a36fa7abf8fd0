import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { NamedProject } from '../config/firebaserc.ts';
import { displayPath } from '../config/json-file.ts';
import type { FunctionsManifest } from './functions-manifest.ts';

/**
 * One line for each secret or parameter that a deployment to the project would prompt for. Values
 * are never printed.
 */
export function listMissingSettings(
  manifests: readonly FunctionsManifest[],
  { id, alias = id }: NamedProject,
): string[] {
  return manifests.flatMap(({ settingsFolder, params = [] }) => {
    const files = ['.env', `.env.${id}`, `.env.${alias}`].map((name) => join(settingsFolder, name));
    const existing = files.filter((file) => existsSync(file));
    const set = new Set(existing.flatMap((file) => Object.keys(parseEnv(readFileSync(file, 'utf8')))));
    return params
      .filter((param) => param.type === 'secret' || (param.default === undefined && !set.has(param.name)))
      .map((param) =>
        param.type === 'secret'
          ? `secret ${param.name}: firebase functions:secrets:set ${param.name} --project ${id}`
          : `setting ${param.name}: add ${param.name}=... to ${displayPath(files[1] as string)}`,
      );
  });
}
