import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FirebaseJson } from '../config/firebase-json.ts';
import { copyFunctionsSettings, settingsFolder } from './functions-settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'functions-settings-'));
  mkdirSync(join(folder, 'functions'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Copies the settings of functions with these files. Returns the copy and the mistakes. */
function copyOf(files: Readonly<Record<string, string>>, project: { id: string; alias?: string }) {
  const source = join(folder, 'functions');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(source, name), text);
  const codebases = [{ name: 'default', folder: source, settingsFolder: source }];
  const firebase = { codebases } as unknown as FirebaseJson;
  const problems = copyFunctionsSettings(folder, { ...project, firebase });
  return { problems, copy: readFileSync(join(folder, settingsFolder('default'), '.env.local'), 'utf8') };
}

describe('the settings of functions', () => {
  it('are those of .env, of the project or its alias, and of .env.local, in this order', () => {
    const files = { '.env': 'A=1', '.env.staging': 'A=2', '.env.local': 'A=3', '.env.live': 'A=4' };
    const { copy, problems } = copyOf(files, { id: 'my-app-staging', alias: 'staging' });
    expect(copy).toBe('A=1\nA=2\nA=3\n');
    expect(problems).toEqual([]);
  });

  it('are those of the id if no alias was named', () => {
    const { copy } = copyOf({ '.env.demo-app': 'A=1', '.env.staging': 'A=2' }, { id: 'demo-app' });
    expect(copy).toBe('A=1\n');
  });

  it('are refused if both an id and its alias have some, as in a deployment', () => {
    const { copy, problems } = copyOf(
      { '.env.my-app': 'A=1', '.env.live': 'A=2' },
      { id: 'my-app', alias: 'live' },
    );
    expect(copy).toBe('A=1\n');
    expect(problems).toEqual([
      expect.stringMatching(/\.env\.live:1: the project has settings in \.env\.my-app, too$/),
    ]);
  });
});
