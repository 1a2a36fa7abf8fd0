import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { STACK_VARIABLE, selectRunning } from './running-stacks.ts';
import { ownIdentity, StackRegistry } from './stack-registry.ts';

const FOLDER = '/projects/app';

let folder: string;
let registry: StackRegistry;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'running-stacks-'));
  registry = new StackRegistry(join(folder, 'stacks.json'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function claim(name: string, web: number): void {
  const startedAt = new Date().toISOString();
  const record = { name, folder: FOLDER, ports: { web, hub: web + 1 }, isPersistent: false, startedAt };
  expect(registry.claim({ ...record, process: ownIdentity() })).toBe('claimed');
}

it('selectRunning selects the stack of start while exec runs a temporary one of the same folder', () => {
  claim('app', 30_000);
  claim('temporary-0a1b2c3d', 30_100);
  expect(selectRunning(registry, FOLDER, {}, {}).name).toBe('app');
});

it('selectRunning selects the stack of exec within the command that exec runs', () => {
  claim('app', 30_000);
  claim('temporary-0a1b2c3d', 30_100);
  const environment = { [STACK_VARIABLE]: 'temporary-0a1b2c3d' };
  expect(selectRunning(registry, FOLDER, {}, environment).name).toBe('temporary-0a1b2c3d');
  expect(selectRunning(registry, FOLDER, { name: 'app' }, environment).name).toBe('app');
  expect(() => selectRunning(registry, '/projects/other', {}, environment)).toThrow(
    'No stack of /projects/other is running',
  );
});
