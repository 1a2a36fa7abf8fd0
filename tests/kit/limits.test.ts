// A project without any knowledge of the kit writes one document too often: `exec`, `limits` and
// `advise` name the line of its code.
import { describe, expect, it } from 'vitest';
import { findFreeOffset } from '../support/free-ports.ts';
import { runKitCommand } from '../support/kit-command.ts';
import { LAUNCHER, RECORDED, runIn, writeProject } from './foreign-project.ts';

const FUNCTIONS = `const { onRequest } = require('firebase-functions/v2/https');
const { initializeApp } = require('firebase-admin/app');
const { getFirestore } = require('firebase-admin/firestore');
initializeApp();
async function sell(stock) {
  const db = getFirestore();
  await db.runTransaction(async (transaction) => {
    const left = (await transaction.get(stock)).get('left') ?? 100;
    transaction.set(stock, { left: left - 1 });
  });
}
exports.buy = onRequest(async (request, response) => {
  // On a busy machine it takes about a dozen more until one is sold within the ten seconds.
  for (let startedAt = 0; Date.now() - startedAt > 9000; ) {
    startedAt = Date.now();
    for (let n = 0; n < 12; n++) await sell(getFirestore().doc('stock/shirt'));
  }
  await getFirestore().doc('orders/' + Date.now()).set({ at: new Date() });
  response.end();
});
`;

const TEST = `
import { execFileSync } from 'node:child_process';
const [functions] = process.argv.slice(2);
const url = 'http://127.0.0.1:' + functions + '/' + process.env.GCLOUD_PROJECT + '/us-central1/buy';
const { status } = await fetch(url);
if (status !== 200) throw new Error('buy returned ' + status);
const print = (command) => execFileSync(process.execPath, [${JSON.stringify(LAUNCHER)}, command], { encoding: 'utf8' });
// The spans of the functions are sent once a second.
let limits = '';
for (let tries = 0; tries < 20 && !limits.includes('in function buy'); tries++) limits = print('limits');
console.log(limits, '---', print('advise'));
`;

describe('a project that writes a document too often', () => {
  const folder = writeProject({
    'firebase.json': JSON.stringify({
      ...{ functions: { source: 'functions' }, firestore: { rules: 'firestore.rules' } },
    }),
    'firestore.rules':
      "rules_version = '2';\nservice cloud.firestore { match /databases/{d}/documents/{all=**} { allow read: if false; } }\n",
    'functions/package.json': JSON.stringify({
      main: 'index.js',
      engines: { node: '24' },
      dependencies: { 'firebase-functions': '*', 'firebase-admin': '*' },
    }),
    'functions/index.js': FUNCTIONS,
    'test.mjs': TEST,
  });

  it('gets the document, the rate, the documentation and the writing line from exec, limits and advise', async () => {
    const { offset, ports } = await findFreeOffset();
    const flags = ['--only', 'firestore,functions,auth', '--port-offset', String(offset)];
    const { code, stdout, stderr } = runIn(
      folder,
      ['exec', ...flags, '--', 'node', 'test.mjs', String(ports.functions)],
      RECORDED,
    );
    expect(stdout + stderr).toContain('stock/shirt');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /WARNING: limits: stock\/shirt: \d+ writes in 10 s, more than 1 a second\. .*Usage and limits/,
    );
    const [limits = '', advice = ''] = stdout.split('---');
    expect(limits).toMatch(
      /stock\/shirt: [\d.]+ writes a second, limit 1\n {2}written by functions\/index\.js:9, called by functions\/index\.js:7 in function buy/,
    );
    expect(limits).not.toMatch(/orders\/\d+: /);
    expect(advice).toMatch(/warning stock\/shirt: \d+ writes in 10 s \(functions\/index\.js:9\)/);
  });

  it('starts only with the modes off, warn and enforce of --limits', async () => {
    const { code, stderr } = await runKitCommand(['exec', '--limits', 'strict', '--', 'true'], { folder });
    expect(code).toBe(1);
    expect(stderr).toContain('--limits is "strict". Expected one of: off, warn, enforce.');
  });
});
