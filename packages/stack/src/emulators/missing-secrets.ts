import { join } from 'node:path';
import { displayPath } from '../config/json-file.ts';
import { readSecrets, SECRETS_FILE } from '../config/local-secrets.ts';
import { type Backend, listBackends, type StackServers } from './loaded-functions.ts';

/**
 * The secrets that loaded functions need and that have no local value: `functions/.secret.local has
 * no API_KEY, which hello needs`. The functions run with an empty value.
 */
export async function listMissingSecrets(stack: StackServers): Promise<string[]> {
  return (await listBackends(stack)).flatMap(missingSecrets);
}

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
