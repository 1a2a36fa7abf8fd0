// The environment of a command of `exec`: `firebase emulators:exec`, `emulators:start` and
// `emulators:export` in scripts that know nothing of the kit, its output, and its report for CI.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { findFreeOffset } from '../support/free-ports.ts';
import { LAUNCHER, type Outcome, RECORDED, runIn, writeProject } from './foreign-project.ts';

const ID = 'demo-words';
/** Writes a document, counts the existing ones, and prints its environment. */
const WRITE = `
const { GCLOUD_PROJECT, FIRESTORE_EMULATOR_HOST, FIREBASE_AUTH_EMULATOR_HOST = 'none', FIREBASE_CONFIG } = process.env;
const notes = 'http://' + FIRESTORE_EMULATOR_HOST + '/v1/projects/' + GCLOUD_PROJECT + '/databases/(default)/documents/notes';
const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
await fetch(notes, { method: 'POST', headers, body: '{"fields":{}}' });
const { documents } = await (await fetch(notes, { headers })).json();
console.log(GCLOUD_PROJECT, documents.length, FIREBASE_AUTH_EMULATOR_HOST.split(':')[0], JSON.parse(FIREBASE_CONFIG).storageBucket);
process.exit(Number(process.argv[2] ?? 0));
`;
const SCRIPTS = {
  only: "firebase emulators:exec --only firestore 'node write.mjs 7'",
  npx: 'npx firebase -P demo-words emulators:exec --non-interactive "node write.mjs"',
  bin: "node_modules/.bin/firebase emulators:exec 'node write.mjs'",
  project: "firebase emulators:exec --project other 'node write.mjs'",
  database: 'firebase emulators:exec --only hosting true',
  imported: 'firebase emulators:exec --import functions true',
  exported: "firebase emulators:exec --export-on-exit exported 'node write.mjs'",
  export: 'firebase emulators:export data && ls data && firebase emulators:export data',
  config: 'cd functions && firebase -c ../firebase.json emulators:exec "echo from functions"',
  outside: 'cd / && firebase emulators:exec "echo outside"',
  json: 'firebase emulators:exec --json "echo done"',
  version: 'firebase --version',
  start: 'NODE_OPTIONS="$NODE_OPTIONS --no-warnings" node start.mjs',
};
const FILES = {
  'firebase.json': JSON.stringify({
    firestore: { rules: 'firestore.rules', indexes: 'firestore.indexes.json' },
    functions: {},
    storage: { rules: 'rules/storage.rules' },
  }),
  'rules/storage.rules': `service firebase.storage {
  match /b/{bucket}/o {
    match /{file=**} { allow create: if request.resource.size < 2; }
  }
}
`,
  'firestore.indexes.json': '{\n  "indexes": []\n}\n',
  'firestore.rules': `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /notes/{note} {
      allow read: if true;
      allow write: if request.auth != null;
    }
  }
}
`,
  'functions/package.json': JSON.stringify({
    ...{ main: 'index.js', engines: { node: '24' } },
    dependencies: { 'firebase-admin': '*', 'firebase-functions': '*' },
  }),
  'functions/index.js': `const { onRequest } = require('firebase-functions/https');
const { logger } = require('firebase-functions');
exports.pay = onRequest((request, response) => { console.log('plain'); logger.warn('late', { days: 3 }); response.end('paid'); });
exports.price = onRequest((_request, response) => { response.end(process.env.PRICE ?? 'none'); });`,
  'write.mjs': WRITE,
  // A request that is denied, and one that needs an index.
  'report.mjs': `
const documents = 'http://' + process.env.FIRESTORE_EMULATOR_HOST + '/v1/projects/${ID}/databases/(default)/documents';
await fetch(documents + '/notes', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"fields":{}}' });
const filter = (name) => ({ fieldFilter: { field: { fieldPath: name }, op: 'EQUAL', value: { stringValue: 'x' } } });
const query = { from: [{ collectionId: 'notes' }], where: filter('author'), orderBy: [{ field: { fieldPath: 'time' } }] };
const response = await fetch(documents + ':runQuery', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ structuredQuery: query }) });
if (!response.ok) throw new Error(await response.text());
`,
  'upload.mjs': `
const objects = 'http://' + process.env.FIREBASE_STORAGE_EMULATOR_HOST + '/v0/b/${ID}.appspot.com/o';
const { status } = await fetch(objects + '?name=a.txt', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'abc' });
if (status !== 403) throw new Error(String(status));
`,
  'call.mjs': `const { FIREBASE_EMULATOR_HUB } = process.env;
const { functions } = await (await fetch('http://' + FIREBASE_EMULATOR_HUB + '/emulators')).json();
console.log(await (await fetch('http://127.0.0.1:' + functions.port + '/${ID}/us-central1/pay')).text());`,
  // Changes a setting of the functions, calls one with it once emulators:start reports that it is
  // ready, and ends that.
  'start.mjs': `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
writeFileSync('functions/.env', 'PRICE=7');
const child = spawn('firebase', ['emulators:start', '--only', 'firestore']);
const { functions } = await (await fetch('http://' + process.env.FIREBASE_EMULATOR_HUB + '/emulators')).json();
const price = 'http://127.0.0.1:' + functions.port + '/${ID}/us-central1/price';
let output = '';
child.stdout.on('data', async (text) => {
  output += text;
  if (!output.includes('   hub ')) return;
  output += await (await fetch(price)).text();
  child.kill('SIGINT');
});
child.on('close', (code) => console.log(output, 'ended with', code));`,
  'package.json': JSON.stringify({ name: 'words', scripts: SCRIPTS }),
  // Each script's output and exit code in a separate file.
  'all.sh': `for each in ${Object.keys(SCRIPTS).join(' ')}; do npm run -s $each > $each.out 2>&1 < /dev/null; echo "exit $?" >> $each.out; done
NODE_OPTIONS=--no-warnings firebase emulators:exec 'echo own' > own.out
node call.mjs; node upload.mjs; node ${LAUNCHER} explain > explain.out; node report.mjs; exit 9`,
};

describe('savepoint exec', () => {
  let folder: string;
  let outcome: Outcome;

  beforeAll(async () => {
    folder = writeProject(FILES);
    const { offset } = await findFreeOffset();
    const flags = [
      '--project',
      ID,
      '--only',
      'auth,firestore,functions,storage',
      '--port-offset',
      String(offset),
    ];
    const prints = ['--print-addresses', '--report', 'ci/report'];
    outcome = runIn(folder, ['exec', ...prints, ...flags, '--', 'sh', 'all.sh'], {
      ...{ GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: join(folder, '..') },
      ...RECORDED,
    });
  });

  const outputOf = (script: keyof typeof SCRIPTS) => readFileSync(join(folder, `${script}.out`), 'utf8');
  const errorOf = (script: keyof typeof SCRIPTS) => {
    expect(outputOf(script)).toMatch(/exit 1\n$/);
    return outputOf(script).replace(/\nexit 1\n$/, '');
  };

  it('runs the script of firebase emulators:exec on the stack, with its exit code', () => {
    expect(outputOf('only')).toBe(`${ID} 1 none ${ID}.appspot.com\nexit 7\n`);
  });

  it.each(['npx', 'bin'] as const)('does so for the firebase-tools of %s, too', (script) => {
    // Each has the initial data, as with its own emulators.
    expect(outputOf(script)).toBe(`${ID} 1 127.0.0.1 ${ID}.appspot.com\nexit 0\n`);
  });

  it('finds the stack from another folder', () => {
    expect(outputOf('config')).toBe('from functions\nexit 0\n');
    expect(outputOf('outside')).toBe('outside\nexit 0\n');
  });

  it('prints the outcome of emulators:exec with --json', () => {
    expect(outputOf('json')).toBe('done\n{\n  "status": "success"\n}\nexit 0\n');
  });

  it('rejects flags that need another stack, and names the command that starts it', () => {
    expect(errorOf('project')).toMatch(
      /^savepoint: firebase emulators:exec --project other: the stack ".+", on which it runs, has the project id demo-words\. Start it so: savepoint exec --project other -- COMMAND$/,
    );
    expect(errorOf('database')).toContain('--only hosting: the stack');
    expect(errorOf('imported')).toMatch(
      /--import names functions, which has no|--import functions: the stack/,
    );
  });

  it('exports the data at the end of firebase emulators:exec, and with emulators:export', () => {
    expect(outputOf('exported')).toContain('exit 0');
    expect(existsSync(join(folder, 'exported', 'firestore_export'))).toBe(true);
    expect(errorOf('export')).toMatch(
      /^Exported the data to data\.\nauth_export\nfirebase-export-metadata\.json\nfirestore_export\nstorage_export\nsavepoint: The folder data is not empty.+Pass --force/,
    );
  });

  it('shows the addresses with firebase emulators:start, until Ctrl+C', () => {
    expect(outputOf('start')).toMatch(
      /All emulators ready![\s\S]*firestore +127\.0\.0\.1:\d+\n[\s\S]* ended with 0\n/,
    );
    expect(outputOf('start')).not.toMatch(/ auth /);
  });

  it("reports once that a script's change has taken effect", () => {
    expect(outputOf('start')).toMatch(/^ *7 ended with 0$/m);
  });

  it('recognizes a child with its own Node options, if it appends them to ours, or runs without npm', () => {
    expect(outputOf('start')).toContain('All emulators ready!');
    expect(readFileSync(join(folder, 'own.out'), 'utf8')).toBe('own\n');
  });

  it('runs the other commands of firebase with firebase-tools', () => {
    expect(outputOf('version')).toMatch(/^\d+\.\d+\.\d+\nexit 0\n$/);
  });

  it('leaves standard output and the exit code to the command', () => {
    expect(outcome).toMatchObject({ code: 9, stdout: 'paid\n' });
  });

  it('prints addresses on request, and by default the output of functions, with their names', () => {
    const [addresses, lines] = outcome.stderr.split('\n\n');
    expect(addresses).toMatch(
      /Project id +demo-words[\s\S]*Functions +http:\/\/127\.0\.0\.1:\d+\/demo-words/,
    );
    const [reload, ...others] = lines?.split('\n') ?? [];
    expect(reload).toMatch(/^functions {2}reloaded after a change of functions\/\.env/);
    expect(others.join('\n')).toMatch(
      /^functions {2}pay: plain\nfunctions {2}pay: WARNING late {"days":3}\nstorage {4}create .+\nReport: /,
    );
  });

  it('lets explain report immediately why Storage denied a request', () => {
    const [request, rule, cause, fix] = readFileSync(join(folder, 'explain.out'), 'utf8').split('\n');
    expect(request).toMatch(`create /b/${ID}.appspot.com/o/a.txt (signed out) was denied at `);
    expect(rule).toBe('rule    rules/storage.rules:3');
    expect(cause).toMatch(/ rules\/storage\.rules:3:\d+ request\.resource\.size < 2 is false \(.+ = 3\)$/);
    expect(fix).toMatch(/^fix {5}Write a file for which /);
  });

  it('reports denied requests, missing indexes and the coverage of the rules as JUnit XML', () => {
    const xml = readFileSync(join(folder, 'ci', 'report', 'junit.xml'), 'utf8');
    expect(XMLValidator.validate(xml)).toBe(true);
    const { testsuites } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(xml);
    const [{ testcase: denied }, indexes, coverage] = testsuites.testsuite;
    expect(testsuites).toMatchObject({ tests: '5', failures: '3', skipped: '1' });
    const [file, note] = denied;
    expect(file).toMatchObject({
      ...{ name: `create /b/${ID}.appspot.com/o/a.txt (signed out)` },
      ...{ file: 'rules/storage.rules', line: '3' },
    });
    expect(note).toMatchObject({ file: 'firestore.rules', line: '6' });
    expect(note.name).toMatch(/^create \/notes\/.+ \(signed out\)$/);
    expect(note.failure['#text']).toContain('Sign in before the request');
    expect(indexes.testcase).toMatchObject({ file: 'firestore.indexes.json', line: '2' });
    expect(indexes.testcase.failure['#text']).toContain('{"fieldPath":"author","order":"ASCENDING"}');
    expect(coverage.testcase).toMatchObject([
      { name: 'line 5: allow read: if true;' },
      {
        name: 'line 6: allow write: if request.auth != null;',
        skipped: { message: 'no request was granted' },
      },
    ]);
  });

  it("annotates the lines of the rules in a GitHub Actions job, and prints the report's path", () => {
    const path = `${basename(folder)}/firestore.rules`;
    expect(outcome.stderr).toContain('Report: 2 denied, 1 without an index, 1 of 2 allow statements covered');
    expect(outcome.stderr).toMatch(
      new RegExp(`^::error file=${path},line=6,title=Denied requests::create /notes`, 'm'),
    );
    expect(outcome.stderr).toContain(`::warning file=${path},line=6,title=Rules coverage::line 6: `);
  });
});

it("savepoint exec reports a canceled run's results when a signal ends it", async () => {
  const folder = writeProject(FILES);
  const { offset } = await findFreeOffset();
  const flags = ['--project', ID, '--only', 'firestore', '--port-offset', String(offset)];
  const command = 'node report.mjs; kill -TERM $PPID; exec sleep 60';
  const args = ['exec', '--report', 'report', ...flags, '--', 'sh', '-c', command];
  const { code, stderr } = runIn(folder, args, RECORDED);
  expect(stderr).toContain('Report: 1 denied, 1 without an index');
  expect(existsSync(join(folder, 'report', 'junit.xml'))).toBe(true);
  expect(code).toBe(130);
});
