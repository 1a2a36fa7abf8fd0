import { describe, expect, it } from 'vitest';
import { parseEmulatorsCommand } from './emulators-command-line.ts';

describe('parseEmulatorsCommand', () => {
  it.each([
    [['emulators:exec', '--only', 'firestore', 'jest --ci'], { only: 'firestore' }],
    [['emulators:exec', 'jest --ci', '--only=firestore'], { only: 'firestore' }],
    [['-P', 'demo-a', 'emulators:exec', 'jest --ci'], { project: 'demo-a' }],
    [['emulators:exec', '--project', 'demo-a', 'jest --ci'], { project: 'demo-a' }],
    [['emulators:exec', '--ui', 'jest --ci', '--import=data'], { ui: true, import: 'data' }],
    [['emulators:exec', 'jest --ci', '--export-on-exit'], { exportOnExit: true }],
    [['emulators:exec', 'jest --ci', '-j', '--interactive'], { json: true, interactive: true }],
  ])('reads %j', (args, flags) => {
    expect(parseEmulatorsCommand(args)).toEqual({ name: 'emulators:exec', argument: 'jest --ci', flags });
  });

  it.each([[['deploy', '--only', 'hosting']], [['help', 'emulators:start']], [['--version']], [[]]])(
    'leaves %j to firebase-tools',
    (args) => {
      expect(parseEmulatorsCommand(args)).toBeUndefined();
    },
  );

  it.each([
    [['emulators:exec', '--watch', 'jest'], "firebase emulators:exec --watch jest: unknown option '--watch'"],
    [['emulators:exec'], "missing required argument 'script'"],
    [['emulators:exec', 'npm', 'test'], 'too many arguments'],
    [['emulators:export', 'data', '--import', 'x'], "unknown option '--import'"],
  ])('rejects %j with the reason', (args, message) => {
    expect(() => parseEmulatorsCommand(args)).toThrow(message);
  });
});
