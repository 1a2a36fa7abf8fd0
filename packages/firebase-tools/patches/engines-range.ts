// firebase-tools accepts only a single Node version in `engines` of the functions' package.json,
// such as "24", and refuses a range such as ">= 18", so the functions would be missing. Locally
// they all run on the Node of this process, so this accepts a range that some runtime satisfies.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { patchModule } from '../patch.ts';

interface RuntimeChoice {
  getRuntimeChoice(sourceDir: string, runtimeFromConfig?: string): string | undefined;
}

/** The used parts of the package semver. */
interface Semver {
  intersects(range: string, other: string): boolean;
  major(version: string): number;
  validRange(range: string): string | null;
}

interface Supported {
  /** Keyed by names like `nodejs24`. */
  readonly RUNTIMES: object;
}

interface Utils {
  logLabeledWarning(label: string, message: string): void;
}

export const enginesRange = patchModule<RuntimeChoice>(
  'lib/deploy/functions/runtimes/node/parseRuntimeAndValidateSDK.js',
  {
    expected: {
      'getRuntimeChoice(sourceDir, runtimeFromConfig) that prefers runtimeFromConfig': ({
        getRuntimeChoice,
      }) => getRuntimeChoice.length === 2 && getRuntimeChoice('/no-such-folder', 'nodejs24') === 'nodejs24',
    },
    apply(runtimeChoice, load) {
      const { getRuntimeChoice } = runtimeChoice;
      const named = new Set<string>();
      runtimeChoice.getRuntimeChoice = (sourceDir, runtimeFromConfig) => {
        const range = runtimeFromConfig ? undefined : readRange(sourceDir);
        const runtime = runtimeOfRange(
          range,
          load<Supported>('../supported').RUNTIMES,
          load<Semver>('semver'),
        );
        if (runtime === undefined) return getRuntimeChoice(sourceDir, runtimeFromConfig);
        // Logged once, not on each reload.
        if (!named.has(sourceDir)) {
          const version = runtime.slice('nodejs'.length);
          load<Utils>('../../../../utils').logLabeledWarning(
            'functions',
            `"engines" in package.json has the range "${range}", read as ${runtime}; a deployment needs a single version, such as "${version}".`,
          );
        }
        named.add(sourceDir);
        return runtime;
      };
    },
  },
);

/**
 * The runtime selected by a range: that of this process if it satisfies the range, otherwise the
 * newest one; undefined for a single version, which firebase-tools handles itself, and for a range
 * without a runtime.
 */
function runtimeOfRange(range: unknown, runtimes: object, semver: Semver): string | undefined {
  if (typeof range !== 'string' || /^\d+$/.test(range) || semver.validRange(range) === null) return undefined;
  const host = semver.major(process.versions.node);
  const majors = Object.keys(runtimes)
    .flatMap((name) => /^nodejs(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((left, right) => Number(right === host) - Number(left === host) || right - left);
  const major = majors.find((each) => semver.intersects(range, `${each}.x`));
  return major === undefined ? undefined : `nodejs${major}`;
}

/** The range in package.json; undefined if firebase-tools should report a problem with the file. */
function readRange(sourceDir: string): unknown {
  try {
    return JSON.parse(readFileSync(join(sourceDir, 'package.json'), 'utf8')).engines?.node?.trim();
  } catch {
    return undefined;
  }
}
