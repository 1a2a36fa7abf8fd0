// Each part says what the Hosting emulator does otherwise.
import type { Patch } from '../patch.ts';
import { hostingNotFound } from './hosting-not-found.ts';
import { hostingPatterns } from './hosting-patterns.ts';
import { hostingRedirects } from './hosting-redirects.ts';

export const hostingRules: Patch = {
  name: 'hosting-rules',
  reason: 'headers, patterns and redirects work as on Hosting',
  upstream: [
    'https://github.com/firebase/firebase-tools/issues/5541',
    'docs/upstream/hosting-not-found-headers.md',
    'docs/upstream/hosting-redirects.md',
  ],
  modules: [hostingNotFound, hostingPatterns, hostingRedirects],
};
