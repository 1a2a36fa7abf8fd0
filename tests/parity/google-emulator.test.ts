import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { IS_DEEP_RUN } from '../support/deep-run.ts';
import {
  findGoogleEmulatorJar,
  googleEmulatorVersion,
  startGoogleEmulator,
} from '../support/google-emulator.ts';
import { findReference } from './reference.ts';

const THIS_FILE = fileURLToPath(import.meta.url);
const jar = findGoogleEmulatorJar();

afterEach(() => vi.unstubAllEnvs());

describe("Google's emulator", () => {
  it('is the file in FIRESTORE_EMULATOR_JAR', () => {
    vi.stubEnv('FIRESTORE_EMULATOR_JAR', THIS_FILE);
    expect(findGoogleEmulatorJar()).toBe(THIS_FILE);
  });

  it('is not searched elsewhere if FIRESTORE_EMULATOR_JAR names a missing file', () => {
    vi.stubEnv('FIRESTORE_EMULATOR_JAR', '/no/such.jar');
    expect(findGoogleEmulatorJar).toThrow('FIRESTORE_EMULATOR_JAR=/no/such.jar: no such file.');
  });

  it.each([
    [
      '/no/such.jar',
      'FIRESTORE_EMULATOR_JAR=/no/such.jar: no such file. Unset it, or set it to the path of the jar.',
    ],
    [THIS_FILE, `Java cannot run ${THIS_FILE}`],
  ])('is said to be missing in one line when FIRESTORE_EMULATOR_JAR is %s', (path, missing) => {
    vi.stubEnv('FIRESTORE_EMULATOR_JAR', path);
    expect(findReference()).toEqual({ missing });
  });

  it('has no version and does not start if the file is not the jar', async () => {
    expect(googleEmulatorVersion(THIS_FILE)).toBeUndefined();
    await expect(startGoogleEmulator({ jar: THIS_FILE })).rejects.toThrow('is not ready');
  });

  it.runIf(IS_DEEP_RUN && jar !== undefined)(
    'responds when started, and ends when stopped',
    async () => {
      const emulator = await startGoogleEmulator({ jar: jar as string });
      const url = `http://127.0.0.1:${emulator.port}/`;
      expect(await (await fetch(url)).text()).toContain('Ok');
      await emulator.stop();
      await expect(fetch(url)).rejects.toThrow();
    },
    90_000,
  );
});
