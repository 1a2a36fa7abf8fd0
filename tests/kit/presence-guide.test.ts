// The guide docs/guides/presence-in-ten-minutes.md, followed step by step.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findFreeOffset } from '../support/free-ports.ts';
import { RECORDED, runIn, writeProject } from './foreign-project.ts';

const GUIDE = readFileSync(new URL('../../docs/guides/presence-in-ten-minutes.md', import.meta.url), 'utf8');

/** The code of the guide after a text, without its indent. */
function blockAfter(text: string): string {
  const start = GUIDE.indexOf(text);
  expect(start, text).not.toBe(-1);
  const [, block = ''] = /```\w+\n([\s\S]*?)\n\s*```/.exec(GUIDE.slice(start)) ?? [];
  return block.replaceAll(/^ {3}/gm, '');
}

/** Starts the guide's clients, ends one, and writes without signing in like the guide. */
const FOLLOW = `
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
const seen = [];
const client = (uid) => {
  const child = spawn(process.execPath, ['presence.mjs', uid], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.setEncoding('utf8').on('data', (text) => uid === 'ada' && seen.push(...text.split('\\n')));
  return child;
};
const until = async (line) => { while (!seen.includes(line)) await new Promise((resolve) => setTimeout(resolve, 20)); };
const [ada, bob] = [client('ada'), client('bob')];
await until('ada is online');
await until('bob is online');
bob.kill('SIGKILL');
await until('bob is offline');
const denied = readFileSync('denied.sh', 'utf8').replace('127.0.0.1:9000', process.env.FIREBASE_DATABASE_EMULATOR_HOST);
const { stdout } = spawnSync('sh', ['-c', denied], { encoding: 'utf8' });
console.log(stdout);
ada.kill('SIGKILL');
`;

it('the guide to presence shows a killed client as offline, and why a write is denied', async () => {
  const folder = writeProject({
    'firebase.json': blockAfter('`firebase.json`:'),
    'database.rules.json': blockAfter('`database.rules.json`'),
    'presence.mjs': blockAfter('`presence.mjs`:'),
    'denied.sh': blockAfter('4. Write without signing in:'),
    'follow.mjs': FOLLOW,
  });
  const { offset } = await findFreeOffset();
  const flags = ['--project', 'demo-app', '--port-offset', String(offset)];
  const { code, stdout, stderr } = runIn(folder, ['exec', ...flags, '--', 'node', 'follow.mjs'], RECORDED);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stdout).toContain('"error" : "Permission denied"');
  expect(stdout).toContain('write /status/eve (signed out) was denied');
  expect(stdout).toContain('rule    database.rules.json:6 .write of /status/$uid');
  expect(stdout).toContain('fix     Sign in before the request: auth is null at database.rules.json:6.');
});
