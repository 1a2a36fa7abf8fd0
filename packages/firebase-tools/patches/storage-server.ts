// Runs before all APIs of the Storage emulator: handles signed URLs other than downloads, their
// expiry, bucket names, some paths, and names with a percent sign. It also sets the app's limits
// for the guard (inbound-guard.ts): files are larger than JSON, and an object name, which may have
// 1024 bytes, is one path segment.
import type { ServerResponse } from 'node:http';
import { hasSource, patchModule } from '../patch.ts';
import type { App } from './express-app.ts';
import type { StorageEmulator } from './storage-emulator.ts';
import { isSignedUrl, respondToSignedUrl } from './storage-signed-url.ts';

interface ServerModule {
  createApp(projectId: string, emulator: StorageEmulator): Promise<App>;
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=UTF-8' };
const LIMITS = { bodyBytes: 130 * 1024 * 1024, segmentBytes: 1024, pathBytes: 4096 };

/**
 * The characters and length of Cloud Storage names (cloud.google.com/storage/docs/buckets#naming);
 * `demo-` projects may have short ones.
 */
const BUCKET_NAME = /^\w([\w.-]{0,220}\w)?$/;
const BUCKET_PATH = /^(?:\/v0|(?:\/(?:upload|download))?\/storage\/v1)?\/b\/([^/]+)/;

export const storageServer = patchModule<ServerModule>('lib/emulator/storage/server.js', {
  expected: {
    'createApp(projectId, emulator) that takes bodies of 130 MB': ({ createApp }) =>
      createApp.length === 2 && hasSource(createApp, /limit: "130mb"/),
  },
  apply(server) {
    const { createApp } = server;
    server.createApp = async (projectId, emulator) => {
      const app = await createApp(projectId, emulator);
      app.enable('raw bodies');
      app.locals.limits = LIMITS;
      const handle = app.handle.bind(app);
      app.handle = (request, response, ...others) => {
        const url = new URL(request.url, 'http://localhost');
        const bucket = BUCKET_PATH.exec(url.pathname)?.[1];
        if (isSignedUrl(url)) {
          if (respondToSignedUrl({ emulator, request, response, url })) return undefined;
        } else if (bucket !== undefined && !BUCKET_NAME.test(bucket)) {
          // The emulator creates a bucket on any request that names one, even if rules deny the
          // request.
          return rejectBucket(response, bucket);
        }
        request.url = knownPath(request.url);
        return handle(request, response, ...others);
      };
      return app;
    };
  },
});

function rejectBucket(response: ServerResponse, name: string): void {
  const message = `Invalid bucket name: ${name}`;
  response.writeHead(400, JSON_HEADERS).end(JSON.stringify({ error: { code: 400, message } }));
}

/**
 * The emulator's path for an operation. Below /storage/v1 it knows only some paths of the JSON API,
 * and all of them without that prefix. In Firebase's API it decodes an object name twice, so a
 * percent sign in it is encoded twice here. The emulator's own status page, which it has below /v0,
 * is served at the root, where a browser looks first.
 */
function knownPath(url: string): string {
  const [path = '', ...query] = url.split('?');
  if (path === '/') return '/v0/';
  const known = path.startsWith('/v0/b/')
    ? path.replaceAll('%25', '%2525')
    : path.replace(/^\/storage\/v1\/b(?=\/|$)/, '/b');
  return [known, ...query].join('?');
}
