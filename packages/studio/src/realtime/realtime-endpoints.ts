import { type ApiError, exchange, fetchBlob, send, sendRaw } from '../api/client.ts';
import { stackApi } from '../api/stack-api.ts';
import type { Undo } from '../toasts/toasts-slice.ts';
import type { Change, Entry } from './tree.ts';

const realtimeApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    /** The namespaces in the emulator. */
    getNamespaces: build.query<string[], string>({
      query: (namespace) => ({
        path: `database/.inspect/databases.json?ns=${encodeURIComponent(namespace)}`,
      }),
      transformResponse: (databases: readonly { readonly name: string }[]) =>
        databases.map(({ name }) => name),
    }),
  }),
});

export const { useGetNamespacesQuery } = realtimeApi;

/** A location with its children. */
export interface Place {
  readonly entry: Entry;
  readonly children: readonly Entry[];
}

function dataPath(namespace: string, path: readonly string[], parameters = ''): string {
  return `database/${path.map(encodeURIComponent).join('/')}.json?ns=${encodeURIComponent(namespace)}${parameters}`;
}

/**
 * Reads the children of a location.
 * @throws ApiError
 */
export async function readPlace(
  namespace: string,
  path: readonly string[],
  signal: AbortSignal,
): Promise<Place> {
  const parameters = new URLSearchParams({ ns: namespace, path: `/${path.join('/')}` });
  return (await send({ path: `database/.inspect/children.json?${parameters}`, signal })) as Place;
}

/**
 * Reads a value that a list has truncated.
 * @throws ApiError
 */
export function readValue(namespace: string, path: readonly string[]): Promise<unknown> {
  return send({ path: dataPath(namespace, path) });
}

const STALE = 412;
const MAX_ATTEMPTS = 5;

/**
 * Replaces the data at a location; null removes it. Resolves with the exact inverse: no other write
 * can come between the read and the write.
 * @throws ApiError
 */
export async function writePlace(namespace: string, path: readonly string[], body: unknown): Promise<Undo> {
  const etag = { 'x-firebase-etag': 'true' };
  const write = { path: dataPath(namespace, path, '&print=silent'), method: 'PUT' };
  for (let attempt = 1; ; attempt++) {
    const before = await sendRaw({ path: dataPath(namespace, path, '&format=export'), headers: etag });
    const json = await before.text();
    const headers = { 'if-match': before.headers.get('etag') as string };
    try {
      const { headers: written } = await sendRaw({ ...write, body, headers });
      return { ...write, headers: { 'if-match': written.get('etag') as string }, json };
    } catch (error) {
      if ((error as ApiError).status !== STALE || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * The JSON of a location, with priorities.
 * @throws ApiError
 */
export function exportPlace(namespace: string, path: readonly string[]): Promise<Blob> {
  return fetchBlob({ path: dataPath(namespace, path, '&format=export') });
}

/**
 * Calls back for each change until the signal aborts or the stream ends.
 * @param onOpen the stream has begun: later reads do not miss any change
 * @throws ApiError if the emulator does not respond
 */
export async function followChanges(
  namespace: string,
  signal: AbortSignal,
  { onOpen, onChange }: { readonly onOpen: () => void; readonly onChange: (change: Change) => void },
): Promise<void> {
  const path = `database/.inspect/changes?ns=${encodeURIComponent(namespace)}`;
  const { body, ok } = await exchange({ path, signal, headers: { accept: 'text/event-stream' } });
  if (!ok || body === null) throw new Error('The emulator does not report changes.');
  onOpen();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (text + value).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) onChange(JSON.parse(data) as Change);
    }
  }
}
