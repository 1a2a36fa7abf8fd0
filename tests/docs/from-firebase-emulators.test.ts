// docs/from-firebase-emulators.md makes claims that tests prove, so every test that it names has to
// exist.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { flagsOfEmulatorsCommand } from '../../packages/savepoint/src/cli/emulators-command-line.ts';
import { startCommand } from '../../packages/savepoint/src/commands/start.ts';
import { packagePath } from '../../packages/stack/src/config/kit-files.ts';
import { namedTests } from './named-tests.ts';

const REPOSITORY = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, REPOSITORY), 'utf8');
const page = read('docs/from-firebase-emulators.md');
const named = namedTests(page);
const solved = itemsBelow('## Solved');

/** The items of the first list below a heading, each in one line. */
function itemsBelow(heading: string): string[] {
  const [, section = ''] = page.split(`${heading}\n`);
  const list = section.slice(section.indexOf('\n- ') + 1).split('\n\n')[0] ?? '';
  return list
    .split(/^- /m)
    .slice(1)
    .map((item) => item.replaceAll(/\s+/g, ' ').trim());
}

/** The request of an item, in bold. */
function requestOf(item: string): string | undefined {
  return /^\*\*(.+?)\*\*/.exec(item)?.[1];
}

describe('docs/from-firebase-emulators.md', () => {
  it.each(named)('names an existing test: $path "$title"', ({ path, title }) => {
    expect(existsSync(new URL(path, REPOSITORY))).toBe(true);
    if (title !== undefined) expect(titlesIn(read(path))).toContain(title);
  });

  it('names an issue, a command and a test for each solved request', () => {
    expect(solved.length).toBeGreaterThan(10);
    const complete = /^\*\*.+?\*\* \(firebase-[a-z-]+#\d+(?:, firebase-[a-z-]+#\d+)*\): .+\. Test: (.+)$/;
    const incomplete = solved.filter((item) => {
      const [, tests = ''] = complete.exec(item) ?? [];
      return namedTests(tests).every(({ title }) => title === undefined);
    });
    expect(incomplete).toEqual([]);
  });

  it('does not list a solved request as missing', () => {
    const missing = itemsBelow('## What is missing').map(requestOf);
    const claimed = solved.map(requestOf);
    expect(missing.filter((request) => claimed.includes(request))).toEqual([]);
  });
});

/** A command as firebase-tools defines it. */
interface FirebaseCommand {
  readonly cmd: string;
  readonly options: readonly (readonly [flags: string])[];
}

const require = createRequire(import.meta.url);
const COMMANDS = ['start', 'exec', 'export'];
const commandOf = (name: string): FirebaseCommand =>
  require(packagePath('firebase-tools', 'lib', 'commands', `emulators-${name}.js`)).command;
const globalFlags = (): string[] =>
  (require(packagePath('firebase-tools', 'lib', 'index.js')).cli.options as { flags: string }[]).map(
    ({ flags }) => flags,
  );
/** `emulators:exec <script>` has an argument, and these flags. */
const flagsOf = (name: string): string[] => {
  const { cmd, options } = commandOf(name);
  return [...cmd.split(' ').slice(1), ...options.map(([flags]) => flags)];
};

describe('the table flag by flag of docs/from-firebase-emulators.md', () => {
  const rows = page
    .split('\n## Flag by flag\n')[1]
    ?.split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', ''))) as string[][];

  it('has a row for each flag of the installed firebase-tools, with its commands, and no others', () => {
    const names = [...new Set([...COMMANDS.flatMap(flagsOf), ...globalFlags()])];
    const expected = names.map((flag) => {
      const of = COMMANDS.filter((name) => flagsOf(name).includes(flag));
      return [flag, of.length === 0 ? 'all' : of.join(', ')];
    });
    expect(rows.map(([, flag, of]) => [flag, of]).sort()).toEqual(expected.sort());
  });

  it('says "same" if start has the flag, too', () => {
    const known = Object.keys(startCommand({}).flags);
    const same = rows.filter(([, , , here]) => here === 'same').map(([, flag = '']) => longNameOf(flag));
    // The launcher has it (packages/savepoint/bin/savepoint.mjs).
    expect(same.filter((name) => !known.includes(name))).toEqual(['version']);
  });

  it('names a test that passes each flag', () => {
    for (const [, flag = '', , , , test = ''] of rows) {
      const source = read(test);
      expect([flag, source.includes(flag.startsWith('<') ? 'emulators:' : `--${longNameOf(flag)}`)]).toEqual([
        flag,
        true,
      ]);
    }
  });

  it.each(COMMANDS)('equals the flags that firebase emulators:%s accepts on a running stack', (name) => {
    const own = flagsOfEmulatorsCommand(`emulators:${name}`);
    const theirs = [...flagsOf(name).filter((flag) => flag.startsWith('-')), ...globalFlags()];
    expect([...own].sort()).toEqual(theirs.filter((flag) => flag !== '-V, --version').sort());
  });
});

/** `project` of `-P, --project <alias_or_project_id>`. */
function longNameOf(flag: string): string {
  return /--([\w-]+)/.exec(flag)?.[1] ?? flag;
}

/** The titles of tests, and the names of the cases of a contract, as written. */
function titlesIn(source: string): string[] {
  const titles = /(?:\b(?:it|test|describe)(?:\.\w+)*\(|\)\(|\bname:)\s*(['"`])((?:(?!\1).)*)\1/g;
  return [...source.matchAll(titles)].map(([, , title]) => title as string);
}

describe('namedTests', () => {
  it('returns each title with the preceding file, and a file without titles', () => {
    expect(
      namedTests('`tests/a.test.ts`: "adds",\n"multiplies"; `packages/savepoint/b.test.ts`, `README.md`'),
    ).toEqual([
      { path: 'tests/a.test.ts', title: 'adds' },
      { path: 'tests/a.test.ts', title: 'multiplies' },
      { path: 'packages/savepoint/b.test.ts', title: undefined },
    ]);
  });
});
