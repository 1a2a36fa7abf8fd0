// The Auth, Functions, Hosting and Eventarc emulators, the hub and the log accept any Host and
// Origin header.
import { EventEmitter } from 'node:events';
import type http from 'node:http';
import { guardProcess } from '@savepoint/server/guard/preload';
import { type Patch, patchModule } from '../patch.ts';

export const inboundGuard: Patch = {
  name: 'inbound-guard',
  reason: 'other origins and oversized requests are rejected',
  upstream: ['https://github.com/firebase/firebase-tools/pull/10596'],
  modules: [
    patchModule<Pick<typeof http, 'Server'>>('node:http', {
      expected: {
        'a Server whose requests are events': ({ Server }) => Server.prototype instanceof EventEmitter,
      },
      // All of them are http.Servers of one process, so this guards them all.
      apply: (nodeHttp) => guardProcess(nodeHttp),
    }),
  ],
};
