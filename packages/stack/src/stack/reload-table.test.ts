import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Codebase } from '../config/firebase-json.ts';
import type { Ports } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import { UnloadedFunctions } from '../emulators/unloaded-functions.ts';
import { reloadTable } from './reload-table.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reload-table-'));
  const sdk = join(folder, 'node_modules', 'firebase-functions');
  mkdirSync(sdk, { recursive: true });
  writeFileSync(join(sdk, 'index.js'), '');
  writeFileSync(join(folder, 'package.json'), '{"scripts":{"build":"cat problem.txt; false"}}');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The row for the source of loaded functions. */
function functionsRow() {
  const codebase: Codebase = {
    name: 'default',
    language: 'nodejs',
    folder,
    place: 'firebase.json:1: "functions.source" names functions',
    settingsFolder: folder,
    entry: {},
  };
  const project = {
    id: 'demo-app',
    folder,
    firebaseFile: join(folder, 'firebase.json'),
    firebase: { codebases: [codebase] },
    config: {},
    environment: process.env,
  } as unknown as Project;
  const [row] = reloadTable({
    project,
    runFolder: folder,
    ports: {} as Ports,
    servers: ['functions'],
    firebaseOutput: { awaitLoadFailure: () => expect.unreachable() },
    unloadedFunctions: new UnloadedFunctions(join(folder, 'unloaded-functions.json')),
  });
  return row ?? expect.unreachable();
}

describe('the reload of functions that do not build', () => {
  it('shows the output of the build only if it differs from that of the previous change', async () => {
    const row = functionsRow();
    const print = async (problem: string) => {
      writeFileSync(join(folder, 'problem.txt'), problem);
      return row.apply([join(folder, 'index.ts')]);
    };
    const summary = expect.stringMatching(
      /^The functions do not build \(cat problem.txt; false in .*\)\. The last good build stays loaded\.$/,
    );
    expect(await print('index.ts:3: no such name')).toContain('\nindex.ts:3: no such name. The last good');
    expect(await print('index.ts:3: no such name')).toEqual(summary);
    expect(await print('index.ts:9: no such type')).toContain('index.ts:9: no such type');
  });
});
