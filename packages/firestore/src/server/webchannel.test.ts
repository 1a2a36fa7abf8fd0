import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestServer } from './test-server.ts';

type Started = Awaited<ReturnType<typeof startTestServer>>;
type WireArray = [id: number, payload: unknown[]];

let started: Started;
const controllers: AbortController[] = [];

beforeEach(async () => {
  started = await startTestServer();
});

afterEach(async () => {
  for (const controller of controllers.splice(0)) controller.abort();
  await started.server.close();
});

function channel(query: string, stream = 'Listen'): string {
  return `${started.url}/google.firestore.v1.Firestore/${stream}/channel?VER=8&database=projects/p/databases/d&${query}`;
}

function body(offset: number, ...messages: object[]): string {
  const form = new URLSearchParams({ count: String(messages.length), ofs: String(offset) });
  messages.forEach((each, index) => {
    form.set(`req${index}___data__`, JSON.stringify(each));
  });
  return form.toString();
}

function target(targetId: number): object {
  return { database: 'projects/p/databases/d', addTarget: { targetId } };
}

/** Splits the chunks of wire version 8; lengths count UTF-16 code units. */
function frames(text: string): WireArray[] {
  const arrays: WireArray[] = [];
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    const length = Number(text.slice(at, end));
    // The rest of this chunk has not arrived yet.
    if (end < 0 || text.length < end + 1 + length) break;
    arrays.push(...(JSON.parse(text.slice(end + 1, end + 1 + length)) as WireArray[]));
    at = end + 1 + length;
  }
  return arrays;
}

async function handshake(...messages: object[]): Promise<string> {
  const response = await fetch(channel('RID=1&CVER=22'), { method: 'POST', body: body(0, ...messages) });
  const [[, [kind, sid]]] = frames(await response.text()) as [[number, [string, string]]];
  expect(kind).toBe('c');
  return sid;
}

async function longPoll(sid: string, lastSeen: number): Promise<WireArray[]> {
  const response = await fetch(channel(`SID=${sid}&RID=rpc&AID=${lastSeen}&CI=1&TYPE=xmlhttp`));
  return frames(await response.text());
}

/** Opens a streaming back channel; `take(n)` reads until n arrays have arrived. */
async function stream(sid: string, lastSeen: number) {
  const controller = new AbortController();
  controllers.push(controller);
  const response = await fetch(channel(`SID=${sid}&RID=rpc&AID=${lastSeen}&CI=0&TYPE=xmlhttp`), {
    signal: controller.signal,
  });
  const decoder = new TextDecoder();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  return {
    async take(count: number): Promise<WireArray[]> {
      while (frames(text).length < count)
        text += decoder.decode((await reader.read()).value, { stream: true });
      return frames(text);
    },
    cut: () => controller.abort(),
    async untilEnd(): Promise<WireArray[]> {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return frames(text);
        text += decoder.decode(value, { stream: true });
      }
    },
  };
}

const nameOf = ([, [payload]]: WireArray): unknown =>
  (payload as { documentChange: { document: { name: string } } }).documentChange.document.name;

test('a handshake passes its messages and the headers in its body to the service', async () => {
  const text = `headers=${encodeURIComponent('Authorization:Bearer x\r\nX-Goog-Api-Client:js\r\n')}&${body(0, target(1))}`;
  await fetch(channel('RID=1'), { method: 'POST', body: text });
  await vi.waitFor(() => expect(started.recorded.messages).toHaveLength(1));
  expect(started.recorded.calls[0]).toMatchObject({
    authorization: 'Bearer x',
    databaseName: 'projects/p/databases/d',
    transport: 'webchannel',
  });
});

test('a long poll responds once with the available arrays and ends', async () => {
  const sid = await handshake(target(1), target(2));
  const arrays = await longPoll(sid, 0);
  const rest = arrays.length === 2 ? [] : await longPoll(sid, arrays.length);
  expect([...arrays, ...rest].map(nameOf)).toEqual(['🎮1', '🎮2']);
});

test('a streaming back channel sends a noop at once', async () => {
  const sid = await handshake();
  const back = await stream(sid, 0);
  expect(await back.take(1)).toEqual([[1, ['noop']]]);
});

test('a new back channel replays unacknowledged arrays only', async () => {
  const sid = await handshake(target(1), target(2), target(3));
  const first = await stream(sid, 0);
  expect((await first.take(3)).slice(0, 3)).toHaveLength(3);
  first.cut();
  const second = await stream(sid, 1);
  const replayed = await second.take(2);
  expect(replayed.map(([id]) => id).slice(0, 2)).toEqual([2, 3]);
  second.cut();
});

test('a repeated forward request is processed once, and its response reports the back channel', async () => {
  const sid = await handshake();
  const post = () => fetch(channel(`SID=${sid}&RID=2&AID=0`), { method: 'POST', body: body(0, target(7)) });
  await post();
  const text = await (await post()).text();
  const [hasBackChannel, lastId, bytes] = JSON.parse(text.slice(text.indexOf('\n') + 1)) as number[];
  expect(hasBackChannel).toBe(0);
  expect(lastId).toBeTypeOf('number');
  expect(bytes).toBeTypeOf('number');
  expect((await longPoll(sid, 0)).map(nameOf)).toEqual(['🎮7']);
  expect(started.recorded.messages).toHaveLength(1);
});

test('a second back channel replaces the first', async () => {
  const sid = await handshake();
  const first = await stream(sid, 0);
  await first.take(1);
  const second = await stream(sid, 1);
  await first.untilEnd();
  await fetch(channel(`SID=${sid}&RID=2&AID=1`), { method: 'POST', body: body(0, target(5)) });
  const arrays = await second.take(2);
  expect(nameOf(arrays.at(-1) as WireArray)).toBe('🎮5');
});

test('an error is sent in-band, then the session closes', async () => {
  const sid = await handshake(target(13));
  const back = await stream(sid, 0);
  const arrays = (await back.untilEnd()).map(([, payload]) => payload);
  expect(arrays).toContainEqual([{ error: { code: 403, message: 'denied', status: 'PERMISSION_DENIED' } }]);
  expect(arrays.at(-1)).toEqual(['close']);
  expect(started.server.stats.sessions).toBe(0);
});

test('a request for an unknown session is rejected with 400 and "Unknown SID"', async () => {
  const response = await fetch(channel('SID=nobody&RID=rpc&AID=0&CI=0&TYPE=xmlhttp'));
  expect(response.status).toBe(400);
  expect((await response.text()).indexOf('Unknown SID')).toBeGreaterThan(0);
});

test('a terminate request ends the stream and the session', async () => {
  const sid = await handshake(target(1));
  const response = await fetch(channel(`SID=${sid}&RID=3&TYPE=terminate`), { method: 'POST', body: '' });
  expect([response.status, await response.text()]).toEqual([200, '']);
  await vi.waitFor(() => expect(started.recorded.ended).toBe(1));
  expect(started.recorded.calls[0]?.signal.aborted).toBe(true);
  expect(started.server.stats.sessions).toBe(0);
});

test('50 concurrent sessions each receive only their own responses', async () => {
  const sids = await Promise.all(Array.from({ length: 50 }, (_, index) => handshake(target(index + 100))));
  const names = await Promise.all(sids.map(async (sid) => nameOf((await longPoll(sid, 0))[0] as WireArray)));
  expect(names).toEqual(sids.map((_, index) => `🎮${index + 100}`));
});

test('the service waits while the client does not read, and a long back channel ends to be renewed', async () => {
  const sid = await handshake(target(99));
  await vi.waitFor(() => expect(started.recorded.produced).toBeGreaterThanOrEqual(10));
  await longPoll(sid, 0);
  expect(started.recorded.produced).toBeLessThan(20);
  const back = await stream(sid, 0);
  const arrays = await back.untilEnd();
  const lastId = arrays.at(-1)?.[0] as number;
  expect(lastId).toBeGreaterThan(5);
  const next = await stream(sid, lastId);
  expect((await next.take(1))[0]?.[0]).toBe(lastId + 1);
});

test('a message of 20 MiB is rejected with 400 and the server stays available', async () => {
  const huge = await fetch(channel('RID=1'), {
    method: 'POST',
    body: body(0, { x: 'x'.repeat(20 * 1024 * 1024) }),
  });
  expect(huge.status).toBe(400);
  await handshake(target(1));
});

test('a missing or malformed message is rejected and the server stays available', async () => {
  const lacking = await fetch(channel('RID=1'), { method: 'POST', body: 'count=2&ofs=0&req0___data__={}' });
  expect(lacking.status).toBe(400);
  const sid = await handshake({ nonsense: 1 });
  const back = await stream(sid, 0);
  const payloads = (await back.untilEnd()).map(([, payload]) => JSON.stringify(payload));
  expect(payloads.join()).toContain('INVALID_ARGUMENT');
  await handshake(target(1));
});
