import { lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addLaunchConfiguration, LAUNCH_NAME } from './launch-json.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-launch-'));
  file = join(folder, 'launch.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

const content = () => readFileSync(file, 'utf8');

describe('addLaunchConfiguration', () => {
  it('writes a configuration that reattaches after a reload and follows source maps', () => {
    file = join(folder, '.vscode', 'launch.json');
    expect(addLaunchConfiguration(file)).toBe(true);
    expect(JSON.parse(content())).toMatchObject({
      version: '0.2.0',
      configurations: [{ name: LAUNCH_NAME, request: 'attach', port: 9229, restart: true, sourceMaps: true }],
    });
  });

  it('writes through a symbolic link', () => {
    const target = join(folder, 'dotfiles.json');
    writeFileSync(target, '{}');
    symlinkSync(target, file);
    expect(addLaunchConfiguration(file)).toBe(true);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toContain(LAUNCH_NAME);
  });

  it.each([
    [
      'comments, tabs and a trailing comma',
      '// mine\n{\n\t"configurations": [\n\t\t{ "name": "web" }, // the app\n\t],\n}\n',
    ],
    ['an empty list and CRLF', '{\r\n    "configurations": []\r\n}\r\n'],
    ['other sections only', '{\n  "version": "0.2.0",\n  "compounds": [] // none\n}\n'],
    ['a byte order mark', '\uFEFF{ "configurations": [{ "name": "web" }] }'],
  ])('keeps every line of a file with %s and changes nothing the second time', (_, text) => {
    writeFileSync(file, text);
    expect(addLaunchConfiguration(file)).toBe(true);
    const errors: unknown[] = [];
    const { configurations, ...others } = parse(content(), errors as never, { allowTrailingComma: true });
    expect(errors).toEqual([]);
    const before = parse(text.replace('\uFEFF', '')) as { configurations?: object[] };
    expect({ ...others, configurations: configurations.slice(0, -1) }).toEqual({
      configurations: [],
      ...before,
    });
    expect(configurations.at(-1)).toMatchObject({ name: LAUNCH_NAME });
    for (const comment of text.match(/\/\/.*/g) ?? []) expect(content()).toContain(comment);
    if (text.includes('\r\n')) expect(content().replaceAll('\r\n', '')).not.toContain('\n');
    const once = content();
    expect(addLaunchConfiguration(file)).toBe(false);
    expect(content()).toBe(once);
  });

  it.each([
    ['not JSON', '{\n  "configurations": [', /launch\.json:2 is not valid JSON: close bracket expected/],
    ['a list', '[]', /launch\.json:1 must be an object/],
    ['null', 'null', /launch\.json:1 must be an object/],
    ['an object for the list', '{\n  "configurations": {}\n}', /launch\.json:2: "configurations" must be an/],
  ])('refuses a file that is %s and leaves it unchanged', (_, text, message) => {
    writeFileSync(file, text);
    expect(() => addLaunchConfiguration(file)).toThrow(message);
    expect(content()).toBe(text);
  });

  it('names a folder that cannot be created', () => {
    writeFileSync(file, '');
    expect(() => addLaunchConfiguration(join(file, 'launch.json'))).toThrow(
      /cannot be written \((ENOTDIR|EEXIST)\)/,
    );
  });
});
