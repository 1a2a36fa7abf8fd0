import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataServerExitError } from '../processes/data-server-exit.ts';
import { exportAtEnd } from './export-at-end.ts';

let folder: string;
let exported: string;
let hub: Server;
let steps: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'export-at-end-'));
  exported = join(folder, 'data');
  steps = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => steps.push(line));
  hub = createServer(async (request, response) => {
    steps.push('export');
    const { path } = JSON.parse((await request.toArray()).join('')) as { path: string };
    mkdirSync(path);
    writeFileSync(join(path, 'firebase-export-metadata.json'), '{}');
    response.end('{}');
  });
  await once(hub.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  vi.restoreAllMocks();
  hub.close();
  rmSync(folder, { recursive: true });
});

const stackWith = (end: () => Promise<void>) => ({
  run: { folder },
  ports: { hub: (hub.address() as AddressInfo).port },
  folders: { export: exported },
  snapshots: join(folder, 'snapshots'),
  data: () => ({ end }),
});

describe('the export at the end of a stack', () => {
  it('is written when a server has failed, and that failure stays the error', async () => {
    const failed = Promise.reject(new Error('a server exited'));
    await expect(
      exportAtEnd(
        failed,
        stackWith(async () => undefined),
      ),
    ).rejects.toThrow('a server exited');
    expect(existsSync(join(exported, 'firebase-export-metadata.json'))).toBe(true);
  });

  it('is skipped when the emulators have ended: the error says why and where the last export and snapshot are', async () => {
    mkdirSync(join(folder, 'snapshots'));
    for (const [index, name] of ['old', 'new'].entries()) {
      writeFileSync(join(folder, 'snapshots', `${name}.json`), '{}');
      utimesSync(join(folder, 'snapshots', `${name}.json`), index, index);
    }
    mkdirSync(exported);
    writeFileSync(join(exported, 'firebase-export-metadata.json'), '{}');
    const ended = Promise.reject(new DataServerExitError('firestore exited with code 137', '', ''));
    await expect(
      exportAtEnd(
        ended,
        stackWith(async () => undefined),
      ),
    ).rejects.toThrow('firestore exited with code 137');
    expect(steps).toEqual([
      expect.stringMatching(
        /^savepoint: The data could not be exported to .*data, because firestore exited with code 137\. The last export, of \S+, is still there\. The last snapshot, of 1970-01-01T00:00:01\.000Z, is "new"\.$/,
      ),
    ]);
  });

  it('waits for the running data operation', async () => {
    const end = async () => {
      await new Promise(setImmediate);
      steps.push('the operation has ended');
    };
    expect(await exportAtEnd(Promise.resolve(3), stackWith(end))).toBe(3);
    expect(steps.filter((step) => !step.startsWith('Export'))).toEqual(['the operation has ended', 'export']);
  });

  it('does not replace an earlier one when a load has left incomplete data', async () => {
    const end = () => Promise.reject(new Error('The data from before are in a.json'));
    await expect(exportAtEnd(Promise.resolve(), stackWith(end))).rejects.toThrow(/are in a\.json/);
    expect(steps).not.toContain('export');
  });

  it('is skipped for a stack that was never ready', async () => {
    await exportAtEnd(Promise.resolve(), { ...stackWith(async () => undefined), data: () => undefined });
    expect(steps).toEqual([]);
  });
});
