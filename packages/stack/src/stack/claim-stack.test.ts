import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProcessTable } from '../processes/process-table.ts';
import { type Claim, claimByFolder, claimByName, claimPorts } from './claim-stack.ts';
import { ownIdentity, StackRegistry } from './stack-registry.ts';

const SERVERS = ['app', 'firestore'] as const;
type ServerName = (typeof SERVERS)[number];

let folder: string;
let registry: StackRegistry;
const servers: Server[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stack-registry-'));
  registry = new StackRegistry(join(folder, 'stacks.json'));
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((closed) => server.close(closed))));
  rmSync(folder, { recursive: true });
});

const options = (project = '/projects/app', isPersistent = true) => ({
  registry,
  folder: project,
  servers: SERVERS,
  isPersistent,
});
const release = ({ name }: Claim<ServerName>) => registry.release(name, ownIdentity());

async function occupy(port: number): Promise<void> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
}

describe('claimByName', () => {
  it('gives a name the same ports on each start', async () => {
    const first = await claimByName(options(), 'one');
    release(first);
    const other = await claimByName(options(), 'two');
    const second = await claimByName(options(), 'one');
    expect(second.ports).toEqual(first.ports);
    expect(Object.values(other.ports)).not.toEqual(Object.values(first.ports));
  });

  it('refuses the name of a running stack, with its process and folder', async () => {
    await claimByName(options('/projects/a'), 'one');
    await expect(claimByName(options('/projects/b'), 'one')).rejects.toThrow(
      new RegExp(
        `"one" is already running \\(process ${process.pid}, folder /projects/a\\).*npx savepoint stop one`,
        's',
      ),
    );
  });

  it('gives eight names that are claimed at the same moment sixteen different ports', async () => {
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, index) => claimByName(options(), `stack-${index}`)),
    );
    expect(new Set(claims.flatMap(({ ports }) => Object.values(ports))).size).toBe(16);
  });

  it('lets only one of two claims of the same name at the same moment succeed', async () => {
    const results = await Promise.allSettled([claimByName(options(), 'one'), claimByName(options(), 'one')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('gives other ports and reports it when a program listens on a kept one', async () => {
    const first = await claimByName(options(), 'one');
    release(first);
    await occupy(first.ports.firestore);
    const second = await claimByName(options(), 'one');
    expect(Object.values(second.ports)).not.toContain(first.ports.firestore);
    expect(second.note).toMatch(/A port of "one" is in use/);
  });

  it('gives other ports when the stack needs more servers than before', async () => {
    release(await claimByName(options(), 'one'));
    const { ports } = await claimByName({ ...options(), servers: [...SERVERS, 'auth'] }, 'one');
    expect(Object.keys(ports)).toEqual(['app', 'firestore', 'auth']);
  });

  it('rejects an invalid name before anything is recorded', async () => {
    await expect(claimByName(options(), 'No Name')).rejects.toThrow('is not a name for a stack');
    expect(registry.list()).toEqual([]);
  });
});

describe('claimByFolder', () => {
  const DEFAULTS = { app: 41_173, firestore: 41_080 };

  it('gives the first folder the default ports under its own name, and forgets them when the stack ends', async () => {
    const claim = await claimByFolder(options('/projects/app', false), DEFAULTS);
    expect(claim).toEqual({ name: 'app', ports: DEFAULTS, note: undefined });
    release(claim);
    expect(registry.list()).toEqual([]);
  });

  it('gives a second folder other ports while the first runs, always the same, and reports the reason', async () => {
    await claimByFolder(options('/projects/app', false), DEFAULTS);
    const second = await claimByFolder(options('/projects/feature', false), DEFAULTS);
    expect(second.name).toBe('feature');
    expect(second.note).toBe(
      'The stack of /projects/app uses the ports of this project, so "feature" uses others. To use its own ports, stop "app" and start again.',
    );
    expect(second.ports.app).not.toBe(DEFAULTS.app);
    release(second);
    const again = await claimByFolder(options('/projects/feature', false), DEFAULTS);
    expect(again).toEqual(second);
  });

  it('gives a folder its own ports again once they are free', async () => {
    const first = await claimByFolder(options('/projects/app', false), DEFAULTS);
    release(await claimByFolder(options('/projects/feature', false), DEFAULTS));
    release(first);
    const again = await claimByFolder(options('/projects/feature', false), DEFAULTS);
    expect(again).toEqual({ name: 'feature', ports: DEFAULTS, note: undefined });
  });

  it("gives a folder its own ports even if a stack with the folder's name has kept others", async () => {
    release(await claimByName(options('/projects/app'), 'app'));
    const claim = await claimByFolder(options('/projects/app', false), DEFAULTS);
    expect(claim).toEqual({ name: 'app', ports: DEFAULTS, note: undefined });
  });

  it('gives other ports if a stack of the same folder uses one of them under another name', async () => {
    claimPorts(options('/projects/app', false), 'app-1', { app: DEFAULTS.app, firestore: 41_081 });
    const claim = await claimByFolder(options('/projects/app', false), DEFAULTS);
    expect(claim).toMatchObject({ name: 'app', note: expect.stringContaining('stop "app-1"') });
  });

  it('gives a command a temporary stack while the stack of its folder runs', async () => {
    const first = await claimByFolder(options('/projects/app', false), DEFAULTS);
    const second = await claimByFolder(options('/projects/app', false), DEFAULTS, 'temporary');
    expect(second.name).toMatch(/^temporary-[0-9a-f]{8}$/);
    expect(second.note).toBe(
      'The stack "app" of this folder is running; this command uses a temporary stack of its own.',
    );
    expect(second.ports.app).not.toBe(first.ports.app);
    release(second);
    expect(registry.list().map(({ name }) => name)).toEqual(['app']);
  });

  it("gives a command a temporary stack even if the running one does not have its folder's own ports", async () => {
    await claimByFolder(options('/projects/app', false), DEFAULTS);
    await claimByFolder(options('/projects/feature', false), DEFAULTS);
    const claim = await claimByFolder(options('/projects/feature', false), DEFAULTS, 'temporary');
    expect(claim.note).toContain('The stack "feature" of this folder is running');
  });

  it('gives a second folder of the same name another name', async () => {
    await claimByFolder(options('/a/app', false), DEFAULTS);
    const second = await claimByFolder(options('/b/app', false), DEFAULTS);
    expect(second.name).toMatch(/^app-[0-9a-f]{5}$/);
  });

  it('refuses a second start in the same folder', async () => {
    await claimByFolder(options('/projects/app', false), DEFAULTS);
    await expect(claimByFolder(options('/projects/app', false), DEFAULTS)).rejects.toThrow(
      /"app" is already running .*npx savepoint stop app\. Or run this command with --stack NAME/s,
    );
  });
});

describe('claimPorts', () => {
  it('takes the ports of a stopped stack and names the port that a running one has', async () => {
    const previous = await claimByName(options('/projects/a'), 'one');
    const { firestore } = previous.ports;
    const own = { app: previous.ports.app - 1, firestore };
    expect(() => claimPorts(options('/projects/b', false), 'b-1', own)).toThrow(
      `The stack "one" (folder /projects/a) uses port ${firestore}, which firestore of this project needs`,
    );
    release(previous);
    expect(claimPorts(options('/projects/b', false), 'b-1', previous.ports).ports).toEqual(previous.ports);
    expect(registry.find('one')).toBeUndefined();
  });

  it('refuses the name of a stack that runs already', () => {
    const ports = { app: 25_001, firestore: 25_002 };
    claimPorts(options('/projects/a', false), 'a-100', ports);
    expect(() => claimPorts(options('/projects/a', false), 'a-100', ports)).toThrow(
      '"a-100" is already running',
    );
  });
});

describe('StackRegistry', () => {
  const startTimes = new Map<number, number>();
  const processes = { startTimeOf: (pid: number) => startTimes.get(pid) } as ProcessTable;
  const record = (name: string, pid: number, isPersistent: boolean) => ({
    name,
    folder: '/projects/app',
    ports: { app: 30_000 + pid },
    process: { pid, startTime: pid * 10 },
    isPersistent,
    startedAt: '2026-01-01T00:00:00.000Z',
  });

  it('forgets a killed stack unless it is persistent, and detects a reused process id', () => {
    const stacks = new StackRegistry(join(folder, 'processes.json'), processes);
    for (const pid of [1, 2, 3]) startTimes.set(pid, pid * 10);
    expect(stacks.claim(record('running', 1, false))).toBe('claimed');
    expect(stacks.claim(record('killed', 2, false))).toBe('claimed');
    expect(stacks.claim(record('kept', 3, true))).toBe('claimed');
    startTimes.delete(2);
    startTimes.set(3, 999);
    const found = stacks.list();
    expect(found.map(({ name }) => name)).toEqual(['kept', 'running']);
    expect(found.map((each) => stacks.isRunning(each))).toEqual([false, true]);
  });

  it('does not let an ended process release a later stack', () => {
    const stacks = new StackRegistry(join(folder, 'processes.json'), processes);
    for (const pid of [4, 5]) startTimes.set(pid, pid * 10);
    stacks.claim(record('one', 4, false));
    startTimes.delete(4);
    stacks.claim(record('one', 5, false));
    stacks.release('one', { pid: 4, startTime: 40 });
    expect(stacks.find('one')?.process.pid).toBe(5);
    stacks.release('one', { pid: 5, startTime: 50 });
    expect(stacks.find('one')).toBeUndefined();
  });

  it('frees the ports of stopped stacks when no others are left', () => {
    const stacks = new StackRegistry(join(folder, 'processes.json'), processes);
    for (const pid of [6, 7]) startTimes.set(pid, pid * 10);
    stacks.claim(record('running', 6, true));
    stacks.claim(record('stopped', 7, true));
    startTimes.delete(7);
    expect(stacks.forgetStopped()).toBe(1);
    expect(stacks.list().map(({ name }) => name)).toEqual(['running']);
  });
});
