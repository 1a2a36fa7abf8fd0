// Checks the GitHub Action as far as possible without GitHub: its definition, the flags that it
// passes, and its page.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { execCommand } from '../../packages/savepoint/src/commands/exec.ts';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const REPOSITORY = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, REPOSITORY), 'utf8');
const text = read('action/action.yml');
const action = parse(text) as Action;
const guide = read('docs/guides/run-tests-in-ci.md');
const last = action.runs.steps.at(-1) as Step;

/** The arguments that the last step passes to npx. */
function argumentsFor(env: Readonly<Record<string, string>>): string[] {
  const print = 'npx() { printf "%s\\n" "$@"; }\n';
  const { stdout, status } = spawnSync('bash', ['-e', '-u', '-c', print + last.run], {
    env: { PATH: process.env.PATH, COMMAND: '', PROJECT: '', ONLY: '', STRICT: '', REPORT: '', ...env },
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  return stdout.trimEnd().split('\n');
}

describe('action/action.yml', () => {
  it('is a composite action whose own steps name a shell', () => {
    expect(action.runs.using).toBe('composite');
    const own = action.runs.steps.filter(({ run }) => run !== undefined);
    expect(own.every(({ shell }) => shell === 'bash')).toBe(true);
    expect(action.runs.steps.flatMap(({ uses }) => uses ?? [])).toEqual(['actions/cache@v4']);
  });

  it('uses each of its inputs, and no others', () => {
    const used = [...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(action.inputs).sort());
  });

  it('puts no input into the text of a script, where it could be executed', () => {
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
  });

  it('passes only flags of exec', () => {
    const env = { COMMAND: 'npm test', PROJECT: 'demo-a', ONLY: 'auth', STRICT: 'true', REPORT: 'out' };
    const args = argumentsFor(env);
    expect(args.slice(0, 3)).toEqual(['--no-install', 'savepoint', 'exec']);
    const own = args.slice(3, args.indexOf('--'));
    expect(own).toEqual(['--project', 'demo-a', '--only', 'auth', '--strict', '--report', 'out']);
    const known = Object.keys(execCommand({}).flags).map((name) => `--${name}`);
    expect(own.filter((each) => each.startsWith('--') && !known.includes(each))).toEqual([]);
    expect(args.slice(-4)).toEqual(['--', 'sh', '-c', 'npm test']);
  });

  it('passes no flag for an empty input', () => {
    expect(argumentsFor({ COMMAND: 'true' })).toEqual([
      ...['--no-install', 'savepoint', 'exec', '--', 'sh', '-c', 'true'],
    ]);
  });

  it('has its inputs in docs/guides/run-tests-in-ci.md, with their defaults', () => {
    const rows = guide
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
    expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(action.inputs).sort());
    for (const [, name = '', , shown] of rows) {
      const { default: value } = action.inputs[name] ?? {};
      if (value) expect([name, shown]).toEqual([name, value]);
    }
  });
});
