import { describe, expect, it, vi } from 'vitest';
import {
  isDemoProject,
  loadBackendConfig,
  missingFields,
  onHost,
  parseInitScript,
  REQUIRED_FIELDS,
} from './backend.ts';

const COMPLETE = Object.fromEntries(REQUIRED_FIELDS.map((name) => [name, 'x']));

/** The Hosting emulator's init script: two variables, each an object over several lines or `{}`. */
function initScript(config: unknown, emulators: unknown): string {
  return `if (typeof firebase === 'undefined') throw new Error('…');
var firebaseConfig = ${JSON.stringify(config, null, 2)};
if (firebaseConfig) {
  firebase.initializeApp(firebaseConfig);
  var firebaseEmulators = ${JSON.stringify(emulators, null, 2)};
  if (firebaseEmulators) { console.log("…"); }
}`;
}

describe('the backend configuration', () => {
  it('requires six fields and lists those that are missing or empty', () => {
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

  it("has the emulators at the page's host, even on a phone", () => {
    expect(onHost('localhost', '127.0.0.1:9099')).toBe('127.0.0.1:9099');
    expect(onHost('192.168.1.5', '127.0.0.1:9099')).toBe('192.168.1.5:9099');
  });

  it("is parsed from Hosting's init script", () => {
    const emulators = { auth: { host: '127.0.0.1', port: 9099, hostAndPort: '127.0.0.1:9099' } };
    expect(parseInitScript(initScript({ projectId: 'demo-x' }, emulators))).toEqual({
      fields: { projectId: 'demo-x' },
      emulators: { auth: '127.0.0.1:9099' },
    });
  });

  it('is empty when parsed from a page that is not an init script', () => {
    expect(parseInitScript('<!doctype html>')).toEqual({ fields: {}, emulators: {} });
    expect(parseInitScript(initScript({}, {}))).toEqual({ fields: {}, emulators: {} });
  });

  it('belongs to a demo project if the project id starts with demo-', () => {
    expect([isDemoProject('demo-a'), isDemoProject('real'), isDemoProject(undefined)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('loadBackendConfig', () => {
  it('reads the configuration again after a read without a network', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubGlobal('location', { hostname: 'shop.test' });
    const fetched = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch'));
    vi.stubGlobal('fetch', fetched.mockResolvedValue(Response.json({ ...COMPLETE, projectId: 'real' })));
    expect(await loadBackendConfig()).toBeUndefined();
    expect(await loadBackendConfig()).toMatchObject({ projectId: 'real' });
    await loadBackendConfig();
    expect(fetched).toHaveBeenCalledTimes(2);
    error.mockRestore();
    vi.unstubAllGlobals();
  });
});
