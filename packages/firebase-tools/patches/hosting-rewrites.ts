// Each part says what the Hosting emulator does otherwise.
import type { Patch } from '../patch.ts';
import { hostingCloudRun } from './hosting-cloud-run.ts';
import { hostingFunctions } from './hosting-functions.ts';
import { hostingProxy } from './hosting-proxy.ts';

export const hostingRewrites: Patch = {
  name: 'hosting-rewrites',
  reason: 'rewrites reach the functions, and with the headers, of Hosting',
  upstream: [
    'https://github.com/firebase/firebase-tools/issues/5957',
    'docs/upstream/hosting-cloud-run.md',
    'docs/upstream/hosting-cookies.md',
  ],
  modules: [hostingProxy, hostingFunctions, hostingCloudRun],
};
