// The terms of firebase-tools: files and flags of a project have the same meaning here.
import { describe, expect, it } from 'vitest';
import { findFreeOffset } from '../support/free-ports.ts';
import { runIn, writeProject } from './foreign-project.ts';

/** Prints the status and the text of URLs of the stack; `PORT/PATH` with the default port. */
const fetchAll = (offset: number, paths: readonly string[]) =>
  `for (const path of ${JSON.stringify(paths)}) {
    const url = path.replace(/^\\d+/, (port) => 'http://127.0.0.1:' + (Number(port) + ${offset}));
    const response = await fetch(url);
    console.log(response.status, (await response.text()).split('\\n')[0]);
  }
  console.log(process.env.GCLOUD_PROJECT);`;

const exec = async (folder: string, flags: readonly string[], paths: readonly string[]) => {
  const { offset } = await findFreeOffset();
  const script = fetchAll(offset, paths);
  const port = ['--port-offset', String(offset)];
  const args = ['exec', ...port, ...flags, '--', 'node', '--input-type=module', '--eval', script];
  // --ui prints the page of Studio.
  return runIn(folder, args, { SAVEPOINT_STUDIO: '' });
};

describe('savepoint exec with the words of firebase-tools', () => {
  it('accepts another file, an alias, one function, one site, a log level and the page', async () => {
    const folder = writeProject({
      'firebase.json': '{ "hosting": true }',
      'firebase-test.json': JSON.stringify({
        functions: [{ source: 'functions' }],
        hosting: ['blog', 'admin'].map((target) => ({ target, public: target })),
      }),
      '.firebaserc': '{ "projects": { "default": "notes-live", "staging": "notes-staging" } }',
      'blog/index.html': 'the blog',
      'admin/index.html': 'the admin pages',
      'functions/package.json': '{ "main": "index.js", "engines": { "node": "24" } }',
      'functions/.env.staging': 'GREETING=from staging',
      'functions/index.js': `const { onRequest } = require('firebase-functions/https');
const { defineList } = require('firebase-functions/params');
const tags = defineList('TAGS', { default: ['a', "it's"] });
const respond = (name) => onRequest((request, response) => {
  response.send([name, process.env.GREETING, ...tags.value()].join(';'));
});
exports.hello = respond('hello');
exports.other = respond('other');
exports.group = { one: respond('one') };
`,
    });
    const only = 'functions:hello,functions:group,functions:typo,hosting:blog';
    const flags = ['-c', 'firebase-test.json', '-P', 'staging', '--only', only];
    const functions = '5001/notes-staging/us-central1';
    const paths = [`${functions}/hello`, `${functions}/group-one`, `${functions}/other`, '5000/'];
    const { code, stdout, stderr } = await exec(
      folder,
      [...flags, '--ui', '--log-verbosity', 'QUIET'],
      paths,
    );
    expect(stdout.split('\n'), stderr).toEqual([
      "200 hello;from staging;a;it's",
      "200 one;from staging;a;it's",
      expect.stringMatching(/^404 .*other/),
      '200 the blog',
      'notes-staging',
      '',
    ]);
    expect(stderr).toMatch(/^Studio: http:\/\/127\.0\.0\.1:\d+$/m);
    expect(stderr).toMatch(/--only functions:typo: no function has this name; loaded are .*hello.*, other/);
    expect(stderr).not.toMatch(/Finished "|affect production|Admin SDK configuration/);
    expect(code).toBe(0);
  });

  it('starts emulators in a folder without firebase.json', async () => {
    const folder = writeProject({});
    const path = '8080/v1/projects/demo-none/databases/(default)/documents/notes/a';
    const { stdout, stderr } = await exec(folder, ['--only', 'firestore,auth', '-P', 'demo-none'], [path]);
    expect(stdout, stderr).toMatch(/^404 .*\ndemo-none\n$/);
  });
});
