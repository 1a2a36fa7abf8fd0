import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openProject } from '../config/project.ts';
import { describeProject } from './stack.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'describe-'));
  writeFileSync(join(folder, 'firebase.json'), '{}');
  const projects = { default: 'notes-app', staging: 'notes-staging' };
  writeFileSync(join(folder, '.firebaserc'), JSON.stringify({ projects }));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['stagng', ['The project id stagng is not an alias in .firebaserc, which has: staging, default.']],
  ['staging', []],
  ['notes-staging', []],
  ['demo-notes', []],
])('describeProject lists the aliases if %s is neither an alias nor the id of one', (project, lines) => {
  const described = describeProject(openProject(folder, { project }));
  expect(described.filter((line) => line.includes('alias'))).toEqual(lines);
});
