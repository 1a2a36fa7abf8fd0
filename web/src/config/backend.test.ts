import { describe, expect, it } from 'vitest';
import { isDemoProject, missingFields, parseInitScript, REQUIRED_FIELDS } from './backend.ts';

const COMPLETE = Object.fromEntries(REQUIRED_FIELDS.map((name) => [name, 'x']));

/** As the Hosting emulator serves it: two variables, each printed over several lines or empty. */
function initScript(config: unknown, emulators: unknown): string {
  return `if (typeof firebase === 'undefined') throw new Error('…');
var firebaseConfig = ${JSON.stringify(config, null, 2)};
if (firebaseConfig) {
  firebase.initializeApp(firebaseConfig);
  var firebaseEmulators = ${JSON.stringify(emulators, null, 2)};
  if (firebaseEmulators) { console.log("…"); }
}`;
}

describe('backend configuration', () => {
  it('needs the six fields and names those that are missing or empty', () => {
    expect(REQUIRED_FIELDS).toEqual([
      'apiKey',
      'authDomain',
      'projectId',
      'storageBucket',
      'messagingSenderId',
      'appId',
    ]);
    expect(missingFields(COMPLETE)).toEqual([]);
    expect(missingFields({ ...COMPLETE, apiKey: '', appId: undefined as never })).toEqual([
      'apiKey',
      'appId',
    ]);
  });

  it("reads Hosting's init script", () => {
    const emulators = { auth: { host: '127.0.0.1', port: 9099, hostAndPort: '127.0.0.1:9099' } };
    expect(parseInitScript(initScript({ projectId: 'demo-x' }, emulators))).toEqual({
      fields: { projectId: 'demo-x' },
      emulators: { auth: '127.0.0.1:9099' },
    });
  });

  it('finds nothing in a page that is no init script', () => {
    expect(parseInitScript('<!doctype html>')).toEqual({ fields: {}, emulators: {} });
    expect(parseInitScript(initScript({}, {}))).toEqual({ fields: {}, emulators: {} });
  });

  it('knows demo projects by their prefix', () => {
    expect([isDemoProject('demo-a'), isDemoProject('real'), isDemoProject(undefined)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
