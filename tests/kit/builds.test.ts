// A project whose functions contain output of its site's build, from a fresh clone: nothing is
// built when it starts.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { startIn, writeProject } from './foreign-project.ts';

const PROJECT = 'demo-builds';
/** Enough for a build and a reload on a busy machine. */
const REBUILT = { timeout: 60_000, interval: 100 };

const SITE_BUILD = `const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
mkdirSync('public/server', { recursive: true });
writeFileSync('public/index.html', readFileSync('page.txt'));
writeFileSync('public/server/pages.json', JSON.stringify(readFileSync('page.txt', 'utf8')));
`;

const FUNCTIONS_BUILD = `const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const pages = '../site/public/server/pages.json';
const page = existsSync(pages) ? readFileSync(pages, 'utf8') : '"not built"';
mkdirSync('lib', { recursive: true });
writeFileSync('lib/index.js', readFileSync('src/index.js', 'utf8').replace('PAGE', () => page));
`;

const FILES = {
  'firebase.json': JSON.stringify({
    functions: { source: 'functions' },
    hosting: { public: 'site/public', rewrites: [{ source: '/page', function: 'page' }] },
  }),
  'savepoint.config.mjs': `export default {
  build: {
    functions: { inputs: ['functions/src', 'site/public/server/pages.json'] },
    hosting: { command: 'node build.cjs', folder: 'site', inputs: ['site/page.txt'], output: 'site/public/server/pages.json' },
  },
};
`,
  'site/build.cjs': SITE_BUILD,
  'site/page.txt': 'first page',
  'functions/package.json': JSON.stringify({
    name: 'functions',
    main: 'lib/index.js',
    engines: { node: '24' },
    scripts: { build: 'node build.cjs' },
  }),
  'functions/build.cjs': FUNCTIONS_BUILD,
  'functions/src/index.js': `const { onRequest } = require('firebase-functions/https');
exports.page = onRequest((_, response) => response.json({ page: PAGE, text: 'first' }));
`,
};

it("functions are built again when the site's build changes files that they contain, and when a source changes", async () => {
  const folder = writeProject(FILES);
  const { offset } = await findFreeOffset();
  const started = await startIn(folder, ['--project', PROJECT, '--port-offset', String(offset)]);
  try {
    const page = async () =>
      (await fetch(`${serverUrl(5001 + offset)}/${PROJECT}/us-central1/page`)).json() as Promise<unknown>;
    await vi.waitFor(
      async () => expect(await page()).toEqual({ page: 'first page', text: 'first' }),
      REBUILT,
    );

    const source = FILES['functions/src/index.js'];
    writeFileSync(join(folder, 'functions/src/index.js'), source.replace("'first'", "'second'"));
    await vi.waitFor(
      async () => expect(await page()).toEqual({ page: 'first page', text: 'second' }),
      REBUILT,
    );

    writeFileSync(join(folder, 'functions/build.cjs'), 'throw new Error("no disk");');
    writeFileSync(join(folder, 'functions/src/index.js'), source);
    await vi.waitFor(() => expect(started.output()).toContain('The last good build stays loaded.'), REBUILT);
    expect(await page()).toEqual({ page: 'first page', text: 'second' });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${started.output()}`);
  } finally {
    expect(await started.stop()).toBe(0);
  }
});
