import { join } from 'node:path';
import { displayPath } from '../config/json-file.ts';
import { readSecrets, SECRETS_FILE } from '../config/local-secrets.ts';
import { type Backend, listBackends, type StackServers } from './loaded-functions.ts';

/**
 * The secrets that the loaded functions of a stack need and that have no value here:
 * `functions/.secret.local has no API_KEY, which hello needs`. The functions run with an empty one.
 */
export async function listMissingSecrets(stack: StackServers): Promise<string[]> {
  return (await listBackends(stack)).flatMap(missingSecrets);
}

/** The lines for one codebase. */
export function missingSecrets({ directory, functionTriggers }: Backend): string[] {
  const file = join(directory, SECRETS_FILE);
  const values = readSecrets(file);
  const uses = functionTriggers.flatMap(({ name, secretEnvironmentVariables = [] }) =>
    (secretEnvironmentVariables ?? []).map(({ key }) => ({ key, name })),
  );
  return [...Map.groupBy(uses, ({ key }) => key)]
    .filter(([key]) => !values[key])
    .map(([key, users]) => {
      const names = [...new Set(users.map(({ name }) => name))];
      const verb = names.length === 1 ? 'needs' : 'need';
      return `${displayPath(file)} has no ${key}, which ${names.join(', ')} ${verb}: it is empty here`;
    });
}
