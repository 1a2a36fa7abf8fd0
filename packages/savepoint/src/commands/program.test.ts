import { delimiter } from 'node:path';
import { expect, it } from 'vitest';
import { FIREBASE_FOLDER, programEnvironment } from './program.ts';

const STACK = { name: 'notes', environment: { GCLOUD_PROJECT: 'demo-notes' } };

it('programEnvironment sets the variables of firebase emulators:exec, and puts one firebase first on the PATH', () => {
  const environment = programEnvironment({ PATH: '/usr/bin', NODE_OPTIONS: '--enable-source-maps' }, STACK);
  expect(environment).toMatchObject({ GCLOUD_PROJECT: 'demo-notes', SAVEPOINT_STACK: 'notes' });
  expect(JSON.parse(environment.FIREBASE_CONFIG ?? '')).toEqual({
    projectId: 'demo-notes',
    storageBucket: 'demo-notes.appspot.com',
    databaseURL: 'https://demo-notes.firebaseio.com',
  });
  expect(environment.NODE_OPTIONS).toMatch(/firebase-command\.cjs" +--enable-source-maps$/);
  // A command on a stack may run another command on a stack.
  const nested = programEnvironment(environment, STACK);
  expect(nested.PATH).toBe([FIREBASE_FOLDER, '/usr/bin'].join(delimiter));
  expect(nested.NODE_OPTIONS?.match(/firebase-command/g)).toHaveLength(1);
});

it("programEnvironment keeps the developer's FIREBASE_CONFIG", () => {
  expect(programEnvironment({ FIREBASE_CONFIG: '{}' }, STACK).FIREBASE_CONFIG).toBe('{}');
});
