// Each part describes a difference between the Hosting emulator and Hosting.
import type { Patch } from '../patch.ts';
import { hostingCloudRun } from './hosting-cloud-run.ts';
import { hostingFunctions } from './hosting-functions.ts';
import { hostingInitScript } from './hosting-init-script.ts';
import { hostingNotFound } from './hosting-not-found.ts';
import { hostingPatterns } from './hosting-patterns.ts';
import { hostingProxy } from './hosting-proxy.ts';
import { hostingRedirects } from './hosting-redirects.ts';

export const hosting: Patch = {
  name: 'hosting',
  reason: 'headers, patterns, redirects and rewrites work as on Hosting, init.js on phones',
  upstream: [
    'https://github.com/firebase/firebase-tools/issues/5541',
    'https://github.com/firebase/firebase-tools/issues/5957',
    'docs/upstream/hosting-cloud-run.md',
    'docs/upstream/hosting-cookies.md',
    'docs/upstream/hosting-not-found-headers.md',
    'docs/upstream/hosting-redirects.md',
  ],
  modules: [
    hostingNotFound,
    hostingPatterns,
    hostingRedirects,
    hostingProxy,
    hostingFunctions,
    hostingCloudRun,
    hostingInitScript,
  ],
};
