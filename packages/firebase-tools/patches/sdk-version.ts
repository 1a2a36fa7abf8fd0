// On each reload of functions, firebase-tools queries npm for the newest version of
// firebase-functions and waits for the response. Without a version it skips the comparison.
import { hasSource, patchModule } from '../patch.ts';

interface Versioning {
  getLatestSDKVersion(): string | undefined;
  readonly checkFunctionsSDKVersion: (version: string) => void;
}

export const sdkVersion = patchModule<Versioning>('lib/deploy/functions/runtimes/node/versioning.js', {
  expected: {
    'checkFunctionsSDKVersion(version) that returns without a result of exports.getLatestSDKVersion()': ({
      checkFunctionsSDKVersion,
      getLatestSDKVersion,
    }) =>
      getLatestSDKVersion.length === 0 &&
      hasSource(checkFunctionsSDKVersion, /exports\.getLatestSDKVersion\(\);\s*if \(!latest\) \{\s*return;/),
  },
  apply(versioning) {
    versioning.getLatestSDKVersion = () => undefined;
  },
});
