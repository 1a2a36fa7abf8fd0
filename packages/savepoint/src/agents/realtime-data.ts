import { serverUrl } from 'savepoint-stack/config/environment';
import { UserError } from 'savepoint-stack/user-error';

/** A location in the Realtime Database. */
export interface RealtimePlace {
  readonly path: string;
  readonly instance: string;
}

const MAX_LINE_LENGTH = 500;

/**
 * Lists the children of a location with their values, or returns the value of a location without
 * children.
 * @throws UserError with the emulator's message
 */
export async function readRealtime(
  port: number,
  { path, instance }: RealtimePlace,
  limit: number,
): Promise<string> {
  const { entry, children } = (await request(port, '/.inspect/children.json', { ns: instance, path })) as {
    readonly entry: readonly [key: string, size: number];
    readonly children: readonly (readonly [key: string])[];
  };
  const [, size] = entry;
  if (size === 0) return JSON.stringify(await request(port, dataPath(path), { ns: instance }));
  const lines = await Promise.all(
    children.slice(0, limit).map(async ([key]) => {
      const value = await request(port, dataPath(`${path}/${key}`), { ns: instance });
      const line = `${key}: ${JSON.stringify(value)}`;
      return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line;
    }),
  );
  return [...lines, `${lines.length} of ${size} children`].join('\n');
}

/**
 * Replaces or merges the data at a location; null removes it.
 * @throws UserError with the emulator's message
 */
export async function writeRealtime(
  port: number,
  { path, instance }: RealtimePlace,
  { action, value }: { readonly action: 'set' | 'update'; readonly value: unknown },
): Promise<void> {
  const method = action === 'set' ? 'PUT' : 'PATCH';
  await request(port, dataPath(path), { ns: instance, print: 'silent' }, { method, body: value });
}

function dataPath(path: string): string {
  const keys = path.split('/').filter((key) => key !== '');
  return `/${keys.map(encodeURIComponent).join('/')}.json`;
}

async function request(
  port: number | undefined,
  path: string,
  parameters: Readonly<Record<string, string>>,
  { method = 'GET', body }: { readonly method?: string; readonly body?: unknown } = {},
): Promise<unknown> {
  if (port === undefined) {
    throw new UserError('This stack has no Realtime Database', 'Add "database" to firebase.json.');
  }
  const response = await fetch(`${serverUrl(port)}${path}?${new URLSearchParams(parameters)}`, {
    method,
    headers: { authorization: 'Bearer owner' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.ok) return text === '' ? null : JSON.parse(text);
  const { error } = JSON.parse(text) as { readonly error: string };
  throw new UserError(error, 'Keys may not contain . # $ [ ] or /; an update must be a JSON object.');
}
