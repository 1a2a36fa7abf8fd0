import { findGoogleEmulatorJar, googleEmulatorVersion } from '../support/google-emulator.ts';

/** The version that the corpus was recorded with, and that the known differences are about. */
const EXPECTED_VERSION = '1.19.9';

/** Google's emulator on this machine, or one line that says why there is none to compare with. */
export type Reference = { readonly jar: string; readonly version: string } | { readonly missing: string };

/**
 * Finds the jar and asks it for its version. Throws nothing: without the jar, the corpus is still
 * compared.
 */
export function findReference(): Reference {
  let jar: string | undefined;
  try {
    jar = findGoogleEmulatorJar();
  } catch (error) {
    return { missing: (error as Error).message };
  }
  if (jar === undefined) return { missing: "Google's emulator is not installed" };
  const version = googleEmulatorVersion(jar);
  return version === undefined ? { missing: `Java cannot run ${jar}` } : { jar, version };
}

/**
 * The name and version of Google's emulator; says that the known differences are those of another
 * version where they are.
 */
export function describeReference(version: string): string {
  const other = version === EXPECTED_VERSION ? '' : ` (known differences are those of ${EXPECTED_VERSION})`;
  return `Google's emulator ${version}${other}`;
}
