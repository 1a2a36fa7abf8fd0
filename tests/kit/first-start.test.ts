// The first start of a project with mistakes: everything that works starts, and the terminal
// explains the rest.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runKitCommand } from '../support/kit-command.ts';
import { environment, RECORDED, type StartedProject, startIn, writeProject } from './foreign-project.ts';

const SAID_MS = 15_000;
const RULES = (condition: string) => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /notes/{id} { allow read, write: if ${condition} }
  }
}`;

let folder: string;
let started: StartedProject;
let firestore: string;
let functions: string;

/** Waits for a line, which a server may print after its response. */
const said = (line: RegExp) =>
  vi.waitFor(() => expect(started.output()).toMatch(line), { timeout: SAID_MS, interval: 100 });

const urlOf = (row: string) => new RegExp(`^ {2}${row} +(http\\S+)`, 'm').exec(started.output())?.[1] ?? '';

function createNote(projectId: string): Promise<Response> {
  const url = `${firestore}/v1/projects/${projectId}/databases/(default)/documents/notes`;
  return fetch(url, { method: 'POST', body: '{"fields":{}}' });
}

describe('savepoint start of a project with mistakes', () => {
  beforeAll(async () => {
    folder = writeProject({
      'firebase.json': JSON.stringify({
        firestore: { rules: 'firestore.rules' },
        functions: { source: 'functions' },
        hosting: [
          { target: 'shop', public: 'shop' },
          { target: 'admin', public: 'dist' },
        ],
      }),
      'firestore.rules': RULES('('),
      'shop/index.html': 'shop',
      'functions/package.json': '{ "name": "functions", "main": "index.js", "engines": { "node": "24" } }',
      'functions/index.js': `
const { onRequest } = require('firebase-functions/https');
const { defineSecret } = require('firebase-functions/params');
const key = defineSecret('API_KEY');
exports.hello = onRequest({ secrets: [key] }, (request, response) => response.send('hello'));
exports.crash = onRequest(() => { setTimeout(() => { throw new Error('boom'); }, 10); });
`,
    });
    started = await startIn(folder, ['--project', 'demo-first', '--stack', 'first-start'], RECORDED);
    firestore = urlOf('Firestore');
    functions = urlOf('Functions');
  });
  afterAll(async () => {
    await started?.stop();
  });

  it('prints the project id, the URL of the functions, and each site', () => {
    expect(started.output()).toMatch(/^ {2}Project id +demo-first /m);
    expect(functions).toMatch(/\/demo-first\/us-central1\/$/);
    expect(started.output()).toMatch(/^ {2}Functions .* crash, hello$|^ {2}Functions .* hello, crash$/m);
    expect(urlOf('Hosting \\(shop\\)')).not.toBe(urlOf('Hosting \\(admin\\)'));
  });

  it('serves each site at its printed URL, and names a missing folder', async () => {
    expect(await (await fetch(urlOf('Hosting \\(shop\\)'))).text()).toBe('shop');
    expect(started.output()).toMatch(/Hosting: the folder \S*dist does not exist; every page is 404 until/);
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist', 'index.html'), 'admin');
    expect(await (await fetch(urlOf('Hosting \\(admin\\)'))).text()).toBe('admin');
  });

  it('names a secret without a value, and the function that needs it', () => {
    expect(started.output()).toMatch(
      /functions {2}\S*functions\/\.secret\.local has no API_KEY, which hello needs/,
    );
    expect(started.output()).not.toMatch(/Secret Manager|not yet authenticated/);
  });

  it('reports once that a client of Firestore or of functions uses another project', async () => {
    await createNote('other');
    await said(/firestore {2}WARNING: A request names project "other", but .* "demo-first"/);
    await said(
      /create \/notes\/\S+ \(signed out, project other\) → deny: firestore\.rules, which does not compile/,
    );
    const response = await fetch(`${functions.replace('demo-first', 'another')}hello`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('the functions are those of \\"demo-first\\"');
    await said(/A request for hello names project "another"/);
  });

  it('denies every request until the rules compile, for every project id', async () => {
    expect(started.output()).toMatch(/rules {6}\S*firestore\.rules:4:\d+ ERROR/);
    expect(started.output()).toMatch(/firestore\.rules does not compile: Firestore denies every request/);
    expect((await createNote('demo-first')).status).toBe(403);
    writeFileSync(join(folder, 'firestore.rules'), RULES('true;'));
    await said(/firestore\.rules reloaded/);
    expect((await createNote('demo-first')).status).toBe(200);
    await vi.waitFor(async () => expect((await createNote('other')).status).toBe(200), { timeout: SAID_MS });
  });

  it('records the request of a function that ends its worker, with the error', async () => {
    expect((await fetch(`${functions}crash`)).status).toBe(500);
    const sql =
      "SELECT name, status, status_message FROM spans WHERE service = 'functions' AND name = 'crash'";
    const args = ['query', '--stack', 'first-start', '--json', sql];
    const { stdout } = await runKitCommand(args, { folder, env: environment({}) });
    expect(JSON.parse(stdout)).toEqual([{ name: 'crash', status: 'error', status_message: 'boom' }]);
  });

  it('names a parameter that lacks a value after a change, and keeps the functions', async () => {
    const file = join(folder, 'functions', 'index.js');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `${text}require('firebase-functions/params').defineString('GREETING');`);
    await said(
      /not reloaded: the functions in \S*functions have no value for GREETING\. Add GREETING=\.\.\. to/,
    );
    expect(await (await fetch(`${functions}hello`)).text()).toBe('hello');
  });
});
