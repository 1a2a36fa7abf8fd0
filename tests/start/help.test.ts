import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runKitCommand } from '../support/kit-command.ts';
import { ROOT } from './kit-process.ts';

const COMMANDS = [
  'start',
  'exec',
  'reset',
  'seed',
  'snapshot',
  'doctor',
  'init',
  'run',
  'schedule',
  'server',
  'deploy',
];

describe('the help text', () => {
  it.each([[['help']], [['--help']], [['-h']]])('lists all commands for %j', async (args) => {
    const { code, stdout } = await runKitCommand(args);
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command} +\\w`, 'm'));
    expect(code).toBe(0);
  });

  it.each(COMMANDS)('of %s shows its usage and flags', async (command) => {
    const { code, stdout } = await runKitCommand([command, '--help']);
    expect(stdout).toMatch(/^Usage: (npm (start|run [\w:]+)|npx savepoint \w+)/);
    expect(stdout).toContain('-h, --help');
    expect(code).toBe(0);
  });

  it.each([[['snapshot', '-h']], [['snapshot', 'save', '--help']], [['help', 'snapshot']]])(
    'is the same for %j as for snapshot --help',
    async (args) => {
      expect(await runKitCommand(args)).toEqual(await runKitCommand(['snapshot', '--help']));
    },
  );

  it.each([
    [['start', '--', '--help'], 'Usage: npm start'],
    [['run', 'snapshot', '--', 'save', '--help'], 'Usage: npm run snapshot'],
  ])('is printed by npm %j', (args, usage) => {
    const result = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8' });
    expect(result.stdout).toContain(usage);
    expect(result.status).toBe(0);
  });
});

describe('an executable on an old Node', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'savepoint-old-node-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const BINARIES = [
    [
      'packages/savepoint/bin/savepoint.mjs',
      '18.20.0',
      /savepoint: Savepoint needs Node 20\.19 or newer to start/,
    ],
    [
      'packages/savepoint/bin/savepoint.mjs',
      '20.18.3',
      /savepoint: Savepoint needs Node 20\.19 or newer to start/,
    ],
    [
      'packages/firestore/bin/savepoint-firestore.js',
      '22.17.0',
      /savepoint-firestore needs Node 22\.18 or newer/,
    ],
    ['packages/pubsub/bin/savepoint-pubsub.mjs', '22.17.0', /savepoint-pubsub needs Node 22\.18 or newer/],
    ['packages/stripe/bin/savepoint-stripe.mjs', '22.17.0', /savepoint-stripe needs Node 22\.18 or newer/],
    ['packages/shopify/bin/savepoint-shopify.mjs', '22.17.0', /savepoint-shopify needs Node 22\.18 or newer/],
  ] as const;

  it.each(BINARIES)('%s says on Node %s which version it needs', (binary, version, message) => {
    const preload = join(folder, 'version.cjs');
    writeFileSync(preload, `Object.defineProperty(process.versions, 'node', { value: '${version}' });`);
    const result = spawnSync(process.execPath, ['--require', preload, join(ROOT, binary), '--help'], {
      encoding: 'utf8',
    });
    expect(result.stderr).toMatch(message);
    expect(result.status).toBe(1);
  });

  /** The system's Node, if it is older than the emulators need. */
  const systemNode = '/usr/bin/node';
  const systemMajor = existsSync(systemNode)
    ? Number(
        spawnSync(systemNode, ['--print', 'process.versions.node'], { encoding: 'utf8' }).stdout.split(
          '.',
        )[0],
      )
    : Number.NaN;

  it.runIf(systemMajor < 22).each(BINARIES.slice(2))(
    "%s says so on the system's Node, too",
    (binary, _, message) => {
      const result = spawnSync(systemNode, [join(ROOT, binary), '--help'], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH },
      });
      expect(result.stderr).toMatch(message);
      expect(result.status).toBe(1);
    },
  );
});
