#!/usr/bin/env node
import { spawn } from 'node:child_process';
// Replaces the program `firebase` for tests that start their emulators themselves: `firebase
// emulators:start` becomes `savepoint start` with the same flags, and `emulators:export` a request
// to the hub, like that of firebase-tools. Other commands fail.
import { mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    project: { type: 'string' },
    only: { type: 'string' },
    import: { type: 'string' },
    'export-on-exit': { type: 'boolean' },
    debug: { type: 'boolean' },
  },
});
const [command, folder] = positionals;
if (command === 'emulators:export' && folder !== undefined) process.exit(await exportData(resolve(folder)));
if (positionals.join() !== 'emulators:start' || values.project === undefined) {
  console.error(`There is no replacement for: firebase ${process.argv.slice(2).join(' ')}`);
  process.exit(2);
}
const flags = ['project', 'only', 'import'].flatMap((name) =>
  values[name] === undefined ? [] : [`--${name}`, values[name]],
);
if (values['export-on-exit']) flags.push('--export-on-exit');
const child = spawn('savepoint', ['start', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
createInterface(child.stdout).on('line', (line) => {
  console.log(line);
  if (/ is ready \(\d/.test(line)) console.log('All emulators ready');
});
child.on('error', ({ message }) => {
  console.error(message);
  process.exitCode = 1;
});
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});

/**
 * Exports the data of the stack whose hub is in firebase.json of the current folder; returns the
 * exit code.
 */
async function exportData(path) {
  const { port } = JSON.parse(readFileSync('firebase.json', 'utf8')).emulators.hub;
  const targets = values.only?.split(',');
  mkdirSync(path, { recursive: true });
  const response = await fetch(`http://127.0.0.1:${port}/_admin/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path, initiatedBy: 'emulators:export', targets }),
  });
  if (response.ok) console.log('Export complete');
  else console.error(await response.text());
  return response.ok ? 0 : 1;
}
