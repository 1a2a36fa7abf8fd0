import { type ApiError, exchange, fetchBlob, send, sendRaw } from '../api/client.ts';
import { stackApi } from '../api/stack-api.ts';
import type { Undo } from '../toasts/toasts-slice.ts';
import type { Change, Entry } from './tree.ts';

const realtimeApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    /** The namespaces that the emulator has. */
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

/** A place with its children. */
export interface Place {
  readonly entry: Entry;
  readonly children: readonly Entry[];
}

function dataPath(namespace: string, path: readonly string[], parameters = ''): string {
  return `database/${path.map(encodeURIComponent).join('/')}.json?ns=${encodeURIComponent(namespace)}${parameters}`;
}

/**
 * Reads the children of a place.
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
 * Reads a value that a listing has cut.
 * @throws ApiError
 */
export function readValue(namespace: string, path: readonly string[]): Promise<unknown> {
  return send({ path: dataPath(namespace, path) });
}

const STALE = 412;
const MAX_ATTEMPTS = 5;

/**
 * Replaces what is at a place; null removes it. Resolves with what takes that back, exactly: no
 * other write comes between what is read before and the write.
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
 * The JSON of a place, with priorities.
 * @throws ApiError
 */
export function exportPlace(namespace: string, path: readonly string[]): Promise<Blob> {
  return fetchBlob({ path: dataPath(namespace, path, '&format=export') });
}

/**
 * Calls back with each change until the signal aborts or the stream ends.
 * @param onOpen the stream has begun: what is read from now on misses nothing
 * @throws ApiError when the emulator does not respond
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
