import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openProject } from '../config/project.ts';
import { findSourceProblem } from './functions-build.ts';

const folder = mkdtempSync(join(tmpdir(), 'functions-build-'));
const sdk = join(folder, 'functions', 'node_modules', 'firebase-functions');
mkdirSync(sdk, { recursive: true });
writeFileSync(join(folder, 'firebase.json'), '{ "functions": { "source": "functions" } }');
writeFileSync(join(folder, 'functions', 'package.json'), '{ "main": "index.js" }');
writeFileSync(join(sdk, 'index.js'), '');
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['3.3.0', /have firebase-functions 3\.3\.0, and firebase-tools loads those of 3\.20 or newer/],
  [
    '3.19.9',
    /have firebase-functions 3\.19\.9.*\. Run: npm install --prefix .*functions firebase-functions@3$/,
  ],
  ['3.20.0', undefined],
  ['7.2.0', undefined],
])('findSourceProblem says of firebase-functions %s whether it can be loaded', (version, message) => {
  const manifest = { name: 'firebase-functions', version, exports: './index.js' };
  writeFileSync(join(sdk, 'package.json'), JSON.stringify(manifest));
  const project = openProject(folder);
  const [codebase] = project.firebase.codebases;
  const problem = codebase && findSourceProblem(project, codebase);
  if (message === undefined) expect(problem).toBeUndefined();
  else expect(problem?.message).toMatch(message);
});
