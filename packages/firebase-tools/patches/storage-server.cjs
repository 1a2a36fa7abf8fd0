// What stands in front of all APIs of the Storage emulator: signed URLs other than for downloads,
// their expiry, the names of buckets, some paths, and names with a percent sign. It also names the
// app's limits for the guard (../inbound-guard.cjs): files are larger than JSON, and the name of an
// object, which may have 1024 bytes, is one segment of a path.
const { respondToSignedUrl, isSignedUrl } = require('./signed-url.cjs');

exports.module = 'lib/emulator/storage/server.js';

exports.expected = {
  'createApp(projectId, emulator) that takes bodies of 130 MB': ({ createApp }) =>
    createApp.length === 2 && /limit: "130mb"/.test(createApp),
};

const JSON_HEADERS = { 'content-type': 'application/json; charset=UTF-8' };
const LIMITS = { bodyBytes: 130 * 1024 * 1024, segmentBytes: 1024, pathBytes: 4096 };

/**
 * The characters and the length of Cloud Storage's names
 * (cloud.google.com/storage/docs/buckets#naming); `demo-` projects may have short ones.
 */
const BUCKET_NAME = /^\w([\w.-]{0,220}\w)?$/;
const BUCKET_PATH = /^(?:\/v0|(?:\/(?:upload|download))?\/storage\/v1)?\/b\/([^/]+)/;

function hasInvalidBucket({ pathname }) {
  const name = BUCKET_PATH.exec(pathname)?.[1];
  return name !== undefined && !BUCKET_NAME.test(name);
}

function rejectBucket(response, { pathname }) {
  const message = `Invalid bucket name: ${BUCKET_PATH.exec(pathname)[1]}`;
  response.writeHead(400, JSON_HEADERS).end(JSON.stringify({ error: { code: 400, message } }));
}

exports.apply = (server) => {
  const { createApp } = server;
  server.createApp = async (projectId, emulator) => {
    const app = await createApp(projectId, emulator);
    app.enable('raw bodies');
    app.locals.limits = LIMITS;
    const { handle } = app;
    app.handle = (request, response, callback) => {
      const url = new URL(request.url, 'http://localhost');
      if (isSignedUrl(url)) {
        if (respondToSignedUrl({ emulator, request, response, url })) return undefined;
      } else if (hasInvalidBucket(url)) {
        // The emulator creates a bucket with any request that names one, also one that rules deny.
        return rejectBucket(response, url);
      }
      request.url = knownPath(request.url);
      return handle.call(app, request, response, callback);
    };
    return app;
  };
};

/**
 * The path by which the emulator knows an operation. It has those of the JSON API below /storage/v1
 * in part, and all of them without. In Firebase's API it decodes the name of an object twice, so a
 * percent sign in it is encoded twice here. Its own name, which it has below /v0, is at the root,
 * where a browser looks first.
 */
function knownPath(url) {
  const [path, ...query] = url.split('?');
  if (path === '/') return '/v0/';
  const known = path.startsWith('/v0/b/')
    ? path.replaceAll('%25', '%2525')
    : path.replace(/^\/storage\/v1\/b(?=\/|$)/, '/b');
  return [known, ...query].join('?');
}
