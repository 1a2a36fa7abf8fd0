import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installCommand } from './install-command.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-command-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('installCommand', () => {
  it.each([
    ['no lock file', {}, 'npm install --prefix ROOT/functions'],
    ['npm', { 'functions/package-lock.json': '' }, 'npm install --prefix ROOT/functions'],
    ['Yarn above it', { 'yarn.lock': '', 'package.json': '{}' }, 'yarn --cwd ROOT/functions'],
    ['bun', { 'functions/bun.lock': '' }, 'bun install --cwd ROOT/functions'],
    [
      'an npm workspace',
      { 'package-lock.json': '', 'package.json': '{ "workspaces": ["functions"] }' },
      'npm install --prefix ROOT',
    ],
    ['a pnpm workspace', { 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': '' }, 'pnpm install --dir ROOT'],
  ])('uses the package manager of %s', (_, files: Readonly<Record<string, string>>, expected) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    expect(installCommand(join(root, 'functions'))).toBe(expected.replace('ROOT', root));
  });

  it('names no folder for the current one, such as that of this workspace', () => {
    expect(installCommand(join(process.cwd(), 'functions'))).toBe('npm install');
  });
});
