// Functions that share workers in one running stack, and the debugger of such a worker in a second
// one. projects/functions-workers has the project, with functions that disturb their workers.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import { descendants } from '../start/kit-process.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { projectFolder, type StartedProject, startIn, writeProject } from './foreign-project.ts';

const PROJECT = 'demo-workers';
const WAIT_MS = 30_000;

interface Shown {
  readonly pid: number;
  readonly version: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly copied: string;
  readonly PAY_KEY?: string;
  readonly SEARCH_KEY?: string;
}

interface StartedFunctions extends StartedProject {
  readonly folder: string;
  readonly offset: number;
  /** The processes that serve functions. */
  workers(): number[];
  fetch(name: string, init?: RequestInit): Promise<Response>;
  show(name: string): Promise<Shown>;
  /** The body of a response that must have this status. */
  text(name: string, status: number): Promise<string>;
}

/** Empty for a process that has since ended. */
function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Starts the project with these codebases. */
async function startFunctions(
  codebases: readonly string[],
  flags: readonly string[] = [],
): Promise<StartedFunctions> {
  const folder = join(writeProject({}), 'project');
  cpSync(projectFolder('functions-workers'), folder, { recursive: true });
  const functions = codebases.map((codebase) => ({ source: codebase, codebase, runtime: 'nodejs24' }));
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ functions }));
  writeFileSync(join(folder, 'api', '.secret.local'), 'PAY_KEY=pay\nSEARCH_KEY=search\n');
  writeFileSync(join(folder, 'jobs', '.secret.local'), 'LOCK_KEY=lock\n');
  // A heap that fills quickly.
  const settings = [`EVENTS_FILE=${join(folder, 'events')}`, 'NODE_OPTIONS=--max-old-space-size=64'];
  writeFileSync(join(folder, 'api', '.env'), `${settings.join('\n')}\n`);
  const { offset } = await findFreeOffset();
  const args = ['--only', 'functions', '--project', PROJECT, '--port-offset', String(offset), ...flags];
  const started = await startIn(folder, args);
  const call = (name: string, init?: RequestInit) =>
    fetch(`${serverUrl(5001 + offset)}/${PROJECT}/us-central1/${name}`, init);
  return {
    ...started,
    folder,
    offset,
    workers: () =>
      descendants(started.pid).filter((pid) => commandLineOf(pid).includes('functionsEmulatorRuntime')),
    fetch: call,
    async show(name) {
      const response = await call(name);
      expect(response.status, name).toBe(200);
      return (await response.json()) as Shown;
    },
    async text(name, status) {
      const response = await call(name);
      const text = await response.text();
      expect([response.status, text]).toEqual([status, expect.any(String)]);
      return text;
    },
  };
}

const SHOWN = Array.from({ length: 20 }, (_, n) => `show${n}`);

describe('functions with the same environment', () => {
  let stack: StartedFunctions;

  beforeAll(async () => {
    stack = await startFunctions(['api', 'jobs', 'single']);
  });

  afterAll(async () => {
    expect(await stack.stop()).toBe(0);
  });

  const printed = (pattern: RegExp) =>
    vi.waitFor(() => expect(stack.output()).toMatch(pattern), { timeout: WAIT_MS, interval: 10 });

  const call = (name: string, data: unknown = null) =>
    stack.fetch(name, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    });

  /**
   * Sends an event like the servers of the stack; the response comes when the function has ended.
   */
  function sendEvent(name: string, id: string): Promise<Response> {
    const data = {
      '@type': 'type.googleapis.com/google.pubsub.v1.PubsubMessage',
      data: 'e30=',
      attributes: {},
    };
    const isV1 = name.endsWith('V1');
    const eventType = isV1 ? 'google.pubsub.topic.publish' : 'google.cloud.pubsub.topic.v1.messagePublished';
    return fetch(
      `${serverUrl(5001 + stack.offset)}/functions/projects/${PROJECT}/triggers/us-central1-${name}-0`,
      {
        method: 'POST',
        headers: { 'content-type': `application/${isV1 ? '' : 'cloudevents+'}json` },
        body: JSON.stringify(
          isV1
            ? { context: { eventId: id, eventType, resource: { name: 'orders' } }, data }
            : { specversion: '1.0', id, type: eventType, source: 'test', data: { message: data } },
        ),
      },
    );
  }

  const runsOf = (id: string) =>
    readFileSync(join(stack.folder, 'events'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith(id));

  /** The number of requests held by the worker of `hold`, including those that have timed out. */
  const countHeld = async () => (await (await stack.fetch('countHeld')).json()) as number;
  const awaitHeld = (count: number) =>
    vi.waitFor(async () => expect(await countHeld()).toBe(count), { timeout: WAIT_MS, interval: 10 });

  it('have one worker when the stack is ready; other environments and codebases have others', async () => {
    // Each codebase has functions without secrets and some with one.
    await vi.waitFor(() => expect(stack.workers()).toHaveLength(5), { timeout: WAIT_MS });
    const names = ['show0', 'show1', 'group-inner', 'pay', 'search', 'first', 'second', 'locked'];
    const pids = await Promise.all(names.map(async (name) => (await stack.show(name)).pid));
    const [show0, show1, inner, pay, search, first, second, locked] = pids;
    expect([show1, inner]).toEqual([show0, show0]);
    expect(second).toBe(first);
    expect(new Set([show0, pay, search, first, locked])).toEqual(new Set(stack.workers()));
  });

  it('see only the secrets that they bind', async () => {
    const secrets = async (name: string) => {
      const { PAY_KEY, SEARCH_KEY } = await stack.show(name);
      return [PAY_KEY, SEARCH_KEY];
    };
    expect(await secrets('show0')).toEqual([undefined, undefined]);
    expect(await secrets('pay')).toEqual(['pay', undefined]);
    expect(await secrets('search')).toEqual([undefined, 'search']);
  });

  it('read their own names from the environment in 200 concurrent calls of 20 functions', async () => {
    const calls = Array.from({ length: 10 }, () => SHOWN).flat();
    const shown = await Promise.all(calls.map(async (name) => ({ name, ...(await stack.show(name)) })));
    for (const { name, before, after, copied } of shown) {
      expect([before, after, copied]).toEqual([[name, 'http', name], [name, 'http', name], name]);
    }
    expect(new Set(shown.map(({ pid }) => pid)).size).toBe(1);
    expect((await stack.show('group-inner')).before).toEqual(['group.inner', 'http', 'group-inner']);
    expect(await (await call('called')).json()).toMatchObject({
      result: { after: ['called', 'http', 'called'] },
    });
  });

  it("cannot be selected by a client's header, and see nothing of the kit", async () => {
    const invocation = encodeURIComponent(JSON.stringify({ id: 1, target: 'show1', signature: 'http' }));
    const response = await stack.fetch('headers', { headers: { 'x-savepoint-invocation': invocation } });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('savepoint');
  });

  it("have separate workers in a codebase that reads its function's name at load", async () => {
    expect(stack.output()).toMatch(
      /index\.js:4 reads FUNCTION_TARGET while codebase single is loaded, so each of its functions has a worker/,
    );
    const [alone, apart] = await Promise.all(
      ['alone', 'apart'].map(async (name) => (await stack.fetch(name)).json()),
    );
    expect(alone).toMatchObject({ loaded: ['alone'], FUNCTION_TARGET: 'alone' });
    expect(apart).toMatchObject({ loaded: ['apart'], FUNCTION_TARGET: 'apart' });
  });

  it('keep their worker when one of them rejects an event, times out, or breaks off its connection', async () => {
    const { pid } = await stack.show('show0');
    const slow = stack.text('slow', 504);
    expect((await sendEvent('rejectEvent', 'rejected')).status).toBe(500);
    await printed(/rejectEvent: Error: This event is rejected\./);
    expect(await stack.text('destroy', 500)).toContain('closed the connection without a response');
    expect(await slow).toBe('The function timed out after 1 s.');
    expect((await stack.show('show0')).pid).toBe(pid);
  });

  const AT = String.raw`\(index\.js:\d+\)`;
  it.each([
    [
      'throwLater',
      500,
      'onOrder',
      `throwLater threw an error outside of its promise: Nobody catches this\\. ${AT}`,
    ],
    ['exit', 500, 'onOrderV1', `exit called process\\.exit\\(3\\) ${AT}`],
    ['spin', 504, 'onOrder', `spin blocked the event loop for longer than its timeout of 1 s ${AT}`],
    ['leak', 500, 'onOrder', 'it ran out of memory while it ran .*leak'],
  ])(
    'lose their worker to %s: calls get the reason, events are sent again, and the next request a new worker',
    async (name, status, event, reason) => {
      const { pid } = await stack.show('show0');
      const heldBefore = await countHeld();
      const responses = [
        stack.text('hold', 500),
        call('holdCall'),
        sendEvent(event, `${name}-event`),
      ] as const;
      await awaitHeld(heldBefore + 3);
      await stack.text(name, status);
      const [held, heldCall, sent] = await Promise.all(responses);
      expect(held).toMatch(new RegExp(`^The worker of hold ended: ${reason}`));
      expect(await heldCall.json()).toEqual({
        error: {
          status: 'INTERNAL',
          message: expect.stringMatching(`^The worker of holdCall ended: ${reason}`),
        },
      });
      expect(sent.status).toBe(200);
      const signature = event.endsWith('V1') ? 'event' : 'cloudevent';
      expect(runsOf(`${name}-event`)).toEqual(Array(2).fill(`${name}-event ${event} ${signature}`));
      expect((await stack.show('show0')).pid).not.toBe(pid);
      await printed(new RegExp(`A worker has ended: ${reason}`));
    },
  );

  it('are reloaded while requests are in flight, which the old worker still answers', async () => {
    const { pid } = await stack.show('show0');
    const heldBefore = await countHeld();
    const file = join(stack.folder, 'release');
    const response = stack.fetch(`holdUntilFile?file=${encodeURIComponent(file)}`);
    await awaitHeld(heldBefore + 1);
    const index = join(stack.folder, 'api', 'index.js');
    writeFileSync(index, readFileSync(index, 'utf8').replace('VERSION = 1', 'VERSION = 2'));
    await printed(/functions +reloaded after a change of api\/index\.js/);
    const shown = await Promise.all(['show0', 'show1', 'pay'].map((name) => stack.show(name)));
    expect(shown.map(({ version }) => version)).toEqual([2, 2, 2]);
    expect(shown[0]?.pid).not.toBe(pid);
    writeFileSync(file, '');
    expect(await (await response).json()).toEqual({ pid, version: 1 });
    rmSync(file);
  });
});

describe('start --inspect-functions', () => {
  it('opens a debugger for each worker, from the port on, and requests still run concurrently', async () => {
    const { ports: free } = await findFreeOffset();
    const stack = await startFunctions(['jobs'], ['--inspect-functions', String(free.web)]);
    try {
      const [, port] = await vi.waitFor(
        () => {
          const line = /Debugger at 127\.0\.0\.1:(\d+) for callFirst, first, second/.exec(stack.output());
          expect(line).not.toBeNull();
          return line as RegExpExecArray;
        },
        { timeout: WAIT_MS, interval: 10 },
      );
      expect(Number(port)).toBeGreaterThanOrEqual(free.web);
      expect(stack.output()).toMatch(/Debugger at 127\.0\.0\.1:\d+ for locked/);
      const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
      const socket = new WebSocket(
        (targets as { webSocketDebuggerUrl: string }[])[0]?.webSocketDebuggerUrl as string,
      );
      const evaluated = new Promise((resolve) => {
        socket.onmessage = ({ data }) => resolve(JSON.parse(String(data)).result.result.value);
        socket.onopen = () =>
          socket.send(
            JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'process.pid' } }),
          );
      });
      // A function that calls another one waits for it.
      expect(await (await stack.fetch('callFirst')).json()).toMatchObject({ pid: await evaluated });
      socket.close();
    } finally {
      expect(await stack.stop()).toBe(0);
    }
  });
});
