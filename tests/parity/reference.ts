import { findGoogleEmulatorJar, googleEmulatorVersion } from '../support/google-emulator.ts';

/** The version that the corpus and the known differences were recorded with. */
const EXPECTED_VERSION = '1.19.9';

/** Google's emulator on this machine, or a line that says why there is none to compare with. */
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
 * The name and version of Google's emulator, and, if it differs, the version of the known
 * differences.
 */
export function describeReference(version: string): string {
  const other = version === EXPECTED_VERSION ? '' : ` (known differences are those of ${EXPECTED_VERSION})`;
  return `Google's emulator ${version}${other}`;
}
