// Mistakes in a project: one message with file and line, exit code 1, nothing started and nothing
// changed.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processesWithVariable } from '../start/kit-process.ts';
import { hashFiles } from '../support/file-hashes.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { runKitCommand } from '../support/kit-command.ts';
import { environment, type Outcome, runIn, writeProject } from './foreign-project.ts';

const FUNCTIONS = {
  'firebase.json': '{ "functions": { "source": "functions" } }',
  'functions/package.json': '{ "name": "functions", "main": "index.js", "engines": { "node": "24" } }',
};
const THROWS = "const { onRequest } = require('firebase-functions/https');\n\nnull.length;\n";

/** Functions that cannot be loaded are an error. */
const STRICT = { flags: ['--strict'] };

/** A run of `exec` in a folder that must fail. */
type RunExec = (folder: string, args: readonly string[], marker: string) => Promise<Outcome> | Outcome;

/** In this process: for mistakes that are found before anything starts. */
const inThisProcess: RunExec = (folder, args, marker) =>
  runKitCommand(args, { folder, env: environment({ SAVEPOINT_TEST_MARKER: marker }) });

const asProcess: RunExec = (folder, args, marker) => runIn(folder, args, { SAVEPOINT_TEST_MARKER: marker });

/** Runs a command on the stack of a project, which must fail with one message. */
async function expectMessage(
  files: Readonly<Record<string, string>>,
  message: RegExp,
  { flags = [], run = inThisProcess }: { readonly flags?: readonly string[]; readonly run?: RunExec } = {},
): Promise<void> {
  const folder = writeProject(files);
  const before = hashFiles(folder);
  const { offset } = await findFreeOffset();
  const marker = join(folder, 'the-command-ran');
  const id = `bad-input-${offset}`;
  const args = ['exec', '--port-offset', String(offset), ...flags, '--', 'touch', marker];
  const { code, stderr } = await run(folder, args, id);
  const messages = stderr.split('\n').filter((line) => line.startsWith('savepoint: '));
  expect(messages, stderr).toHaveLength(1);
  expect(messages[0]).toMatch(message);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(code).toBe(1);
  expect(existsSync(marker)).toBe(false);
  expect(hashFiles(folder)).toEqual(before);
  expect(processesWithVariable('SAVEPOINT_TEST_MARKER', id)).toEqual([]);
}

describe('exec runs no command and says what is wrong', () => {
  it.each([
    ['no firebase.json', {}, /There is no firebase\.json in .*npx firebase init/],
    [
      'a firebase.json that is not JSON',
      { 'firebase.json': '{\n  "firestore": {\n    "rules": "a"\n  ' },
      /firebase\.json:4 is not valid JSON: close brace expected/,
    ],
    ['an empty firebase.json', { 'firebase.json': '' }, /firebase\.json:1 is not valid JSON/],
    [
      'a section of the wrong type',
      { 'firebase.json': '{\n  "hosting": true\n}' },
      /firebase\.json:2: "hosting" must be an object or an array of objects/,
    ],
    [
      'a field of the wrong type',
      { 'firebase.json': '{\n  "hosting": [\n    { "public": 7 }\n  ]\n}' },
      /firebase\.json:3: "hosting\.0\.public" must be a string/,
    ],
    [
      'a pattern of Hosting that is not RE2',
      {
        'firebase.json':
          '{ "hosting": {\n  "redirects": [\n    { "regex": "/a(?=b)", "destination": "/" }\n  ]\n} }',
      },
      /firebase\.json:3: "hosting\.redirects\.0\.regex" is not a valid RE2 expression: .*\(\?=/,
    ],
    [
      'a port that is none',
      { 'firebase.json': '{\n  "emulators": {\n    "auth": { "port": 99999 }\n  }\n}' },
      /firebase\.json:3: "emulators\.auth\.port" must be a port/,
    ],
    [
      'a codebase that is there twice',
      {
        ...FUNCTIONS,
        'firebase.json': '{ "functions": [{ "source": "functions" }, { "source": "functions" }] }',
      },
      /firebase\.json:1: "functions" lists the codebase default twice/,
    ],
    [
      'a field of the configuration that does not exist',
      { 'firebase.json': '{}', 'savepoint.config.ts': 'export default { seeds: {} };' },
      /savepoint\.config\.ts: "seeds" is not a field; the fields are seed, name, project/,
    ],
    [
      'a configuration that cannot be loaded',
      { 'firebase.json': '{}', 'savepoint.config.ts': 'export default {\n  name: missing,\n};' },
      /savepoint\.config\.ts:2 cannot be loaded: missing is not defined/,
    ],
  ])('for %s', async (_, files: Readonly<Record<string, string>>, message) => {
    await expectMessage(files, message);
  });

  it.each([
    [
      'a missing folder of functions',
      FUNCTIONS['firebase.json'],
      /firebase\.json:1: "functions\.source" names functions, which does not exist/,
    ],
    [
      'a missing rules file',
      '{\n  "firestore": {\n    "rules": "firestore.rules"\n  }\n}',
      /firebase\.json:3: "firestore\.rules" names firestore\.rules, which does not exist/,
    ],
  ])('for %s, with --strict', async (_, json, message) => {
    await expectMessage({ 'firebase.json': json }, message, STRICT);
  });

  it('for a missing import, with --strict', async () => {
    const flags = [...STRICT.flags, '--import', 'none'];
    await expectMessage({ 'firebase.json': '{}' }, /--import names none, which does not exist/, { flags });
  });

  it('for functions that do not build, with --strict', async () => {
    const manifest =
      '{ "name": "functions", "main": "lib/index.js", "scripts": { "build": "echo src/index.ts:1 is wrong; exit 1" } }';
    await expectMessage(
      { ...FUNCTIONS, 'functions/package.json': manifest },
      /The functions do not build \(echo .* in functions\):/,
      STRICT,
    );
  });

  it('for functions that throw at load, with --strict', async () => {
    await expectMessage(
      { ...FUNCTIONS, 'functions/index.js': `${THROWS}exports.a = onRequest(() => {});\n` },
      /The functions cannot be loaded: functions\/index\.js:3: TypeError: Cannot read properties of null/,
      { ...STRICT, run: asProcess },
    );
  });

  it.each([
    [
      'rules of Firestore that do not compile',
      { 'firebase.json': '{ "firestore": { "rules": "a.rules" } }', 'a.rules': 'service cloud.firestore {' },
      /a\.rules does not compile:/,
    ],
    [
      'rules of Storage that do not compile',
      { 'firebase.json': '{ "storage": { "rules": "a.rules" } }', 'a.rules': 'service firebase.storage {' },
      /a\.rules does not compile:/,
    ],
    [
      'a parameter of the functions without a value',
      {
        ...FUNCTIONS,
        'functions/index.js': "require('firebase-functions/params').defineString('GREETING');",
      },
      /the functions in functions have no value for GREETING\. Add GREETING=\.\.\. to functions\/\.env or \.env\.local/,
    ],
    [
      'functions that do not say which Node they need',
      { ...FUNCTIONS, 'functions/package.json': '{ "main": "index.js" }', 'functions/index.js': '' },
      /the functions in functions do not declare which version of Node .*Add "engines": \{ "node": "24" \} to functions\/package\.json/,
    ],
  ])('for %s', async (_, files: Readonly<Record<string, string>>, message) => {
    await expectMessage(files, message, { ...STRICT, run: asProcess });
  });

  it('for an invalid project id', async () => {
    const flags = ['--project', 'My App'];
    await expectMessage({ 'firebase.json': '{}' }, /"My App" is not a project id/, { flags });
  });

  it.each([
    [
      'an import that is no export',
      ['--import', '.'],
      /--import names .*, which has no firebase-export-metadata/,
    ],
    [
      'an export into a folder with other files',
      ['--export-on-exit', '.'],
      /it holds files that are not an export/,
    ],
    ['an export without a folder', ['--export-on-exit'], /--export-on-exit has no folder to write to/],
    ['an emulator that does not run here', ['--only', 'dataconnect'], /"dataconnect": Data Connect has no/],
    [
      'an emulator that there is not',
      ['--only', 'ath'],
      /--only names "ath": it is not an emulator\. Expected some of: auth/,
    ],
    [
      'Pub/Sub without functions',
      ['--only', 'pubsub'],
      /"pubsub": it starts with the functions that need it/,
    ],
    ['functions that it has not', ['--only', 'functions'], /firebase\.json has no functions/],
  ])('for %s', async (_, flags, message) => {
    await expectMessage({ 'firebase.json': '{}' }, message, { flags });
  });

  it('for a port in use', async () => {
    const { offset } = await findFreeOffset();
    const server = createServer().listen(9099 + offset, '127.0.0.1');
    await once(server, 'listening');
    const folder = writeProject({ 'firebase.json': '{}' });
    const args = ['exec', '--port-offset', String(offset), '--', 'true'];
    const { code, stderr } = await runKitCommand(args, { folder, env: environment({}) });
    server.close();
    expect(stderr).toMatch(
      new RegExp(
        `^savepoint: Port ${9099 + offset} \\(auth\\) is in use by process ${process.pid} .*use other ports: --stack NAME, or --port-offset N\\.\n$`,
      ),
    );
    expect(code).toBe(1);
  });

  it('without a command', async () => {
    const folder = writeProject({ 'firebase.json': '{}' });
    const { code, stderr } = await runKitCommand(['exec'], { folder });
    expect(stderr).toMatch(
      /^savepoint: Expected a command to run\. Usage: npx savepoint exec \[flags\] -- COMMAND/,
    );
    expect(code).toBe(1);
  });
});
