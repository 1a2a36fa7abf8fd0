import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { repositoryPath } from '../config/repository.ts';
import type { Parameter } from './functions-manifest.ts';

/** One line per secret or parameter that a deployment to the project would prompt for. Values are never printed. */
export function listMissingSettings(params: readonly Parameter[], projectId: string): string[] {
  const set = new Set(
    ['.env', `.env.${projectId}`].flatMap((name) => {
      const file = repositoryPath('functions', name);
      return existsSync(file) ? Object.keys(parseEnv(readFileSync(file, 'utf8'))) : [];
    }),
  );
  return params
    .filter((param) => param.type === 'secret' || (param.default === undefined && !set.has(param.name)))
    .map((param) =>
      param.type === 'secret'
        ? `secret ${param.name}: firebase functions:secrets:set ${param.name} --project ${projectId}`
        : `setting ${param.name}: add ${param.name}=... to functions/.env.${projectId}`,
    );
}
