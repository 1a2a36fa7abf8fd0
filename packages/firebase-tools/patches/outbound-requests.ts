// Each part describes a request to another machine, and its local replacement.
import type { Patch } from '../patch.ts';
import { authGoogleScript } from './auth-google-script.ts';
import { metadataServer } from './metadata-server.ts';
import { sdkVersion } from './sdk-version.ts';

export const outboundRequests: Patch = {
  name: 'outbound-requests',
  reason: 'nothing waits for the internet: no requests to Google, npm or the metadata server',
  upstream: ['docs/upstream/sdk-version.md', 'https://github.com/firebase/firebase-tools/issues/7566'],
  modules: [sdkVersion, authGoogleScript, metadataServer],
};
