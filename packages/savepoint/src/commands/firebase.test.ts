import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseEmulatorsCommand } from '../cli/emulators-command-line.ts';
import { environmentOn, findFlagProblem, variablesOf } from './firebase.ts';

const FOLDER = '/projects/notes';
const STACK = {
  name: 'notes',
  projectId: 'demo-notes',
  servers: ['auth', 'firestore', 'functions', 'pubsub', 'hub'],
  importFolder: join(process.cwd(), 'data'),
  only: 'auth,firestore,functions:hello',
};

describe('findFlagProblem', () => {
  const problemOf = (...flags: string[]) => {
    const command = parseEmulatorsCommand(['emulators:exec', 'true', ...flags]);
    if (command === undefined) throw new Error('no command');
    return findFlagProblem(command, FOLDER, STACK, {})?.message;
  };

  it.each([
    [[]],
    [['--project', 'demo-notes']],
    [['--only', 'auth,functions,pubsub,dataconnect']],
    [['--only', 'auth,firestore,functions:hello']],
    [['--import', 'data']],
    [['--import', 'no-such-folder', '--export-on-exit']],
    [['--config', join(FOLDER, 'firebase.json')]],
    [['--log-verbosity', 'DEBUG', '--non-interactive', '--debug', '--token', 'x', '--account', 'a@b.c']],
  ])('accepts %j, which the running stack fulfills', (flags) => {
    expect(problemOf(...flags)).toBeUndefined();
  });

  it.each([
    [['--project', 'demo-other'], 'has the project id demo-notes'],
    [['--only', 'firestore,storage'], 'has no storage'],
    [['--only', 'functions:other'], 'was started with other functions'],
    [['--import', 'packages'], 'was not started with these data'],
    [['--config', 'other.json'], 'was started with '],
    [['--inspect-functions', '9230'], 'has no debuggers of functions'],
    [['--ui'], 'has no Studio'],
  ])('refuses %j, naming the flag and the command that starts such a stack', (flags, difference) => {
    const text = flags.join(' ');
    expect(problemOf(...flags)).toContain(`firebase emulators:exec ${text}: the stack "notes"`);
    expect(problemOf(...flags)).toContain(difference);
    expect(problemOf(...flags)).toContain(`savepoint exec ${text} -- COMMAND`);
  });
});

it('variablesOf omits the addresses of emulators that --only leaves out, as firebase-tools does', () => {
  const environment = {
    FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080',
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
    PUBSUB_EMULATOR_HOST: '127.0.0.1:8085',
    AUTH_URL: 'http://127.0.0.1:9099',
    FIREBASE_EMULATOR_HUB: '127.0.0.1:4400',
    GCLOUD_PROJECT: 'demo-notes',
  };
  const ports = { auth: 9099, firestore: 8080, pubsub: 8085, hub: 4400, functions: 5001 };
  const stack = { ...STACK, ports: ports as never, environment };
  const shown = (only?: string[]) =>
    Object.entries(variablesOf({ ...environment, HOME: '/root' }, stack, only)).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    );
  expect(shown(['firestore'])).toEqual([
    'FIRESTORE_EMULATOR_HOST',
    'FIREBASE_EMULATOR_HUB',
    'GCLOUD_PROJECT',
    'HOME',
  ]);
  expect(shown(['auth', 'functions'])).toContain('PUBSUB_EMULATOR_HOST');
  expect(shown()).toHaveLength(7);
});

describe('environmentOn', () => {
  const stack = {
    name: 'notes',
    environment: { FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080', GCLOUD_PROJECT: 'demo-notes' },
  };
  const ofProject = { HOME: '/root', PATH: '/projects/notes/node_modules/.bin' };

  it('equals the environment of run for a caller outside the stack', () => {
    for (const own of [{}, { SAVEPOINT_STACK: 'other' }]) {
      expect(environmentOn(stack, own, ofProject)).toMatchObject({
        ...{ HOME: '/root', ...stack.environment, SAVEPOINT_STACK: 'notes' },
        FIREBASE_CONFIG: expect.stringContaining('demo-notes.appspot.com'),
        NODE_OPTIONS: expect.stringMatching(/loopback-only.+firebase-command/),
        PATH: expect.stringContaining(ofProject.PATH),
      });
    }
  });

  it("is the caller's own for a caller on the stack", () => {
    const own = { SAVEPOINT_STACK: 'notes', FIRESTORE_EMULATOR_HOST: 'localhost:8080', NODE_OPTIONS: '' };
    expect(environmentOn(stack, own, ofProject)).toEqual(own);
  });
});
