// `savepoint studio FILE.zip`: the archive of a failed browser test, opened without its stack.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { ROOT } from '../start/kit-process.ts';
import { runKitCommand } from '../support/kit-command.ts';
import { environment, RECORDED, writeProject } from './foreign-project.ts';

const TRACE = 'c'.repeat(32);
const SPAN = {
  ...{ trace_id: TRACE, span_id: 'd'.repeat(16), parent_span_id: null, name: 'createOrder', kind: 'server' },
  ...{ service: 'functions', start_ms: 1_700_000_000_000, end_ms: 1_700_000_000_250, status: 'error' },
  ...{ status_message: 'sold out', attributes: '{"orders":1}', events: '[]' },
};
const DOCUMENT = {
  name: 'projects/demo-archived/databases/(default)/documents/orders/o1',
  fields: { total: { integerValue: '7' } },
};

function writeArchive(folder: string): string {
  const entries = {
    'archive.json': { version: 1, projectId: 'demo-archived' },
    'spans.json': [SPAN],
    'logs.json': [],
    'data.json': { documents: [DOCUMENT], accounts: [], objects: [] },
  };
  const file = join(folder, 'e2e-failure.zip');
  const packed = Object.entries(entries).map(([name, content]) => [name, strToU8(JSON.stringify(content))]);
  writeFileSync(file, zipSync(Object.fromEntries(packed)));
  return file;
}

describe('savepoint studio', () => {
  it('shows the spans and the documents of a zip, without a running stack', async () => {
    const folder = writeProject({ 'firebase.json': '{ "firestore": {} }' });
    const launcher = join(ROOT, 'packages', 'savepoint', 'bin', 'savepoint.mjs');
    const child = spawn(process.execPath, [launcher, 'studio', writeArchive(folder)], {
      cwd: folder,
      env: environment({ ...RECORDED, SAVEPOINT_STUDIO: '' }),
    });
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
    });
    child.stderr.on('data', (text: Buffer) => {
      output += text.toString();
    });
    const wait = { timeout: 200_000, interval: 500 };
    try {
      await vi.waitFor(() => expect(output).toContain('1 spans, 0 log lines, 1 documents'), wait);
      const url = await vi.waitFor(() => /Studio: (http:\S+)\/traces/.exec(output)?.[1] as string, wait);
      // Until its page is built, Studio serves a page that says so, without the token.
      const token = await vi.waitFor(async () => {
        const found = /name="studio-token" content="([^"]+)"/.exec(await (await fetch(url)).text());
        if (found === null) throw new Error('The page is not built yet.');
        return found[1] as string;
      }, wait);
      const headers = { 'x-studio-token': token, 'content-type': 'application/json' };
      const spans = await fetch(`${url}/api/log/api/query`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          sql: 'SELECT name, service, status_message, end_ms - start_ms FROM spans WHERE trace_id = ?',
          params: [TRACE],
        }),
      });
      expect(await spans.json()).toMatchObject({ rows: [['createOrder', 'functions', 'sold out', 250]] });
      const document = await fetch(`${url}/api/firestore/v1/${DOCUMENT.name}`, { headers });
      expect(await document.json()).toMatchObject({ fields: DOCUMENT.fields });
    } finally {
      if (child.exitCode === null) {
        const exited = once(child, 'exit');
        child.kill('SIGINT');
        await exited;
      }
    }
  });

  it.each([
    ['no file', [], /Expected a file/],
    ['a file that does not exist', ['none.zip'], /none\.zip cannot be read: ENOENT/],
    [
      'a file that is no zip',
      ['firebase.json'],
      /firebase\.json cannot be opened: .* Expected the zip that a failed/,
    ],
  ])('says what is wrong with %s', async (_title, args, message) => {
    const folder = writeProject({ 'firebase.json': '{ "firestore": {} }' });
    const { code, stderr } = await runKitCommand(['studio', ...args], { folder });
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });
});
