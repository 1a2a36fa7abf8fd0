import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyPatches } from '../apply-patches.ts';
import { functionsSdk } from './functions-sdk.ts';

type Delegate = new (
  projectId: string,
  projectDir: string,
  sourceDir: string,
  runtime: string,
) => { findFunctionsBinary(): string };
let Delegate: Delegate;

beforeAll(() => {
  ({ Delegate } = applyPatches([functionsSdk])('./lib/deploy/functions/runtimes/node/index.js'));
});

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'functions-sdk-')));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/**
 * Installs firebase-functions in a folder, with a link to it from the node_modules of another
 * folder.
 */
function install(folder: string, link?: string): void {
  write(
    `${folder}/package.json`,
    JSON.stringify({
      name: 'firebase-functions',
      main: 'lib/index.js',
      bin: { 'firebase-functions': 'lib/bin/program.js' },
    }),
  );
  write(`${folder}/lib/index.js`, '');
  // A nested package.json that sets the module type.
  write(`${folder}/lib/package.json`, '{ "type": "commonjs" }');
  if (link === undefined) return;
  mkdirSync(dirname(join(root, link)), { recursive: true });
  symlinkSync(join(root, folder), join(root, link));
}

describe('the program of firebase-functions', () => {
  it.each([
    ['npm', 'fn/node_modules/firebase-functions', undefined],
    ['npm in a workspace', 'node_modules/firebase-functions', undefined],
    [
      'pnpm',
      'node_modules/.pnpm/firebase-functions@7.0.0/node_modules/firebase-functions',
      'fn/node_modules/firebase-functions',
    ],
    [
      'Yarn with nodeLinker pnpm',
      'node_modules/.store/firebase-functions-npm-7.0.0-0123456789/package',
      'fn/node_modules/firebase-functions',
    ],
    ['a folder of its own', 'vendor/sdk', 'fn/node_modules/firebase-functions'],
  ])('is found if it was installed by %s', (_, folder, link) => {
    write('fn/package.json', '{}');
    install(folder, link);
    const delegate = new Delegate('demo-sdk', root, join(root, 'fn'), 'nodejs24');
    expect(delegate.findFunctionsBinary()).toBe(join(root, folder, 'lib', 'bin', 'program.js'));
  });
});
