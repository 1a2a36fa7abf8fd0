import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ports } from '../config/ports.ts';
import { openProject } from '../config/project.ts';
import { Run } from '../processes/run.ts';
import type { ServerProcess } from '../processes/server-process.ts';
import { DataOperations } from './data-operations.ts';
import type { StackData } from './stack-data.ts';

const PROJECT = openProject(join(import.meta.dirname, '..', '..', '..', '..'));
const ROOT = `projects/${PROJECT.id}/databases`;
const nameOf = (id: string) => `${ROOT}/(default)/documents/notes/${id}`;
const dataWith = (...ids: string[]): StackData => ({
  documents: ids.map((id) => ({ name: nameOf(id), fields: {} })),
  accounts: [],
  tenants: [],
  objects: [],
});

/** The parts of Firestore that copying data needs, and the hub's switch for triggers. */
class FakeEmulators {
  readonly documents = new Set<string>();
  /** Commits with a document of such a name are rejected. */
  rejected = /^$/;
  areTriggersEnabled = true;
  /** Sizes of the commits, in bytes. */
  readonly commits: number[] = [];
  /** Each change, with the state of the triggers. */
  readonly changes: string[] = [];
  readonly #server: Server = createServer(async (incoming, response) => {
    const body = (await incoming.toArray()).join('');
    const result = this.#respond(incoming.method ?? '', incoming.url ?? '', body);
    response.writeHead(result === undefined ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(result ?? { error: 'rejected' }));
  });

  async listen(): Promise<number> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
  }

  #respond(method: string, url: string, body: string): unknown {
    if (url.startsWith('/functions/')) {
      this.areTriggersEnabled = url.endsWith('enableBackgroundTriggers');
      return {};
    }
    if (url.endsWith('/databases')) return { databases: [{ name: `${ROOT}/(default)` }] };
    if (url.endsWith(':runQuery')) return [...this.documents].map((name) => ({ document: { name } }));
    this.changes.push(this.areTriggersEnabled ? 'with triggers' : 'without triggers');
    if (method === 'DELETE') return this.documents.clear() ?? {};
    const names = (JSON.parse(body) as { writes: { update: { name: string } }[] }).writes.map(
      ({ update }) => update.name,
    );
    if (names.some((name) => this.rejected.test(name))) return undefined;
    this.commits.push(Buffer.byteLength(body));
    for (const name of names) this.documents.add(name);
    return {};
  }
}

let run: Run;
let folder: string;
let emulators: FakeEmulators;
let data: DataOperations;
let processes: ServerProcess[];
beforeAll(() => {
  run = new Run();
});
afterAll(() => run.end());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'data-operations-'));
  emulators = new FakeEmulators();
  emulators.documents.add(nameOf('before'));
  const port = await emulators.listen();
  const ports = { firestore: port, hub: port } as unknown as Ports;
  processes = [];
  const stack = { ports, servers: ['firestore', 'functions'], environment: {}, processes };
  data = new DataOperations(PROJECT, run, stack, folder);
});
afterEach(() => {
  emulators.close();
  rmSync(folder, { recursive: true });
});

const idsLeft = () => [...emulators.documents].map((name) => name.slice(nameOf('').length)).sort();

describe('the operations on all data of a stack', () => {
  it('replace the data with triggers disabled, in requests that Firestore accepts', async () => {
    const text = 'x'.repeat(900_000);
    const ids = Array.from({ length: 14 }, (_, n) => `big-${n}`);
    const documents = ids.map((id) => ({ name: nameOf(id), fields: { text: { stringValue: text } } }));
    await data.restore({ ...dataWith(), documents });
    expect(idsLeft()).toEqual(ids.sort());
    expect(Math.max(...emulators.commits)).toBeLessThan(10 * 1024 * 1024);
    expect(new Set(emulators.changes)).toEqual(new Set(['without triggers']));
    expect(emulators.areTriggersEnabled).toBe(true);
  });

  it('restore the earlier data and enable triggers when the new data are rejected', async () => {
    emulators.rejected = /bad/;
    await expect(data.restore(dataWith('good', 'bad'))).rejects.toThrow(/returned 400/);
    expect(idsLeft()).toEqual(['before']);
    expect(emulators.areTriggersEnabled).toBe(true);
    await expect(data.end()).resolves.toBeUndefined();
  });

  it('delete nothing for data of another project', async () => {
    const documents = [{ name: 'projects/other/databases/(default)/documents/a/b', fields: {} }];
    await expect(data.restore({ ...dataWith(), documents })).rejects.toThrow(/are not those of/);
    expect(emulators.changes).toEqual([]);
  });

  it('run one after another when they are asked for at once', async () => {
    await Promise.all([data.restore(dataWith('first')), data.restore(dataWith('second'))]);
    expect(idsLeft()).toEqual(['second']);
    expect(new Set(emulators.changes)).toEqual(new Set(['without triggers']));
  });

  it('save data that cannot be written back to a private file, and report it at the end of the stack until a load succeeds', async () => {
    emulators.rejected = /./;
    await expect(data.restore(dataWith('new'))).rejects.toThrow(/could not be written back/);
    const [file = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, file), 'utf8')).toContain(nameOf('before'));
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    emulators.rejected = /^$/;
    await data.load(join(folder, file));
    expect(idsLeft()).toEqual(['before']);
    await expect(data.end()).resolves.toBeUndefined();
  });

  it('report a loss only at the end of the stack', async () => {
    emulators.rejected = /./;
    await expect(data.restore(dataWith('new'))).rejects.toThrow(/They are in /);
    await expect(data.end()).rejects.toThrow(/could not be written back/);
  });

  it('start stopped servers whose data an export needs, and no others', async () => {
    const started: string[] = [];
    const stopped = (name: string, storesData: boolean) => ({
      state: { name, ports: [name], state: 'stopped' },
      storesData,
      start: async () => started.push(name),
    });
    const all = [stopped('firestore', true), stopped('web', false), stopped('firebase-tools', true)];
    processes.push(...(all as unknown as ServerProcess[]));
    await data.end();
    expect(started).toEqual(['firestore', 'firebase-tools']);
  });

  it('refuse an export after a server has lost its data, and save the remaining documents', async () => {
    const problem = 'exited with code 137\nlast line';
    const state = { name: 'firebase-tools', ports: ['auth', 'functions'], state: 'failed', problem };
    processes.push({ state, storesData: true } as unknown as ServerProcess);
    await expect(data.end()).rejects.toThrow(
      /^firebase-tools exited with code 137, so the data are not complete.*\n?.*1 document/,
    );
    const [file = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, file), 'utf8')).toContain(nameOf('before'));
  });

  it('stop a running seed and restore the earlier data', async () => {
    const seeding = data.reset({ seed: { command: 'exec sleep 600' } });
    const failed = expect(seeding).rejects.toThrow(/The seed \(exec sleep 600\) exited with code 143/);
    await expect.poll(idsLeft).toEqual([]);
    await data.end();
    await failed;
    expect(idsLeft()).toEqual(['before']);
    await expect(data.reset()).rejects.toThrow(/The stack is ending/);
  });
});
