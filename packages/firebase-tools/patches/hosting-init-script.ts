// The Hosting emulator always writes 127.0.0.1 into `/__/firebase/init.js?useEmulator=true`. On a
// phone or in a device emulator, the page would look for the emulators there. This writes the host
// name with which the client has reached Hosting. The emulator also names an instance of the
// Realtime Database that firebase.json may not have, and which then has no rules.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopbackHost } from '@savepoint/server/core/loopback';
import { hasSource, patchModule } from '../patch.ts';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

interface InitScripts {
  readonly js: string;
  readonly emulatorsJs: string;
  /** Undefined if the project's configuration cannot be requested. */
  readonly json: string | undefined;
}

interface InitMiddleware {
  initMiddleware(init: InitScripts): Middleware;
}

/** The object with the addresses. It ends with the first brace at the start of a line. */
const EMULATORS = /(?<=var firebaseEmulators = )\{.*?^\}(?=;)/ms;

export const hostingInitScript = patchModule<InitMiddleware>('lib/hosting/initMiddleware.js', {
  expected: {
    'initMiddleware(init) that sends init.emulatorsJs': ({ initMiddleware }) =>
      initMiddleware.length === 1 && hasSource(initMiddleware, /res\.end\(init\.emulatorsJs\)/),
  },
  apply(middlewares) {
    const { initMiddleware } = middlewares;
    middlewares.initMiddleware = (init) => {
      const named = withDatabase(init);
      const onThisMachine = initMiddleware(named);
      return (request, response, next) => {
        // The guard has accepted the header.
        const { hostname } = new URL(`http://${request.headers.host}`);
        if (isLoopbackHost(hostname)) return onThisMachine(request, response, next);
        const emulatorsJs = named.emulatorsJs.replace(EMULATORS, (json) => addressesAt(hostname, json));
        return initMiddleware({ ...named, emulatorsJs })(request, response, next);
      };
    };
  },
});

/** Sets the address that functions get, too (database-server.ts). */
function withDatabase({ js, emulatorsJs, json }: InitScripts): InitScripts {
  const { SAVEPOINT_DATABASE_URL: url } = process.env;
  const name = (text: string): string =>
    url ? text.replace(/(?<="databaseURL": )"[^"]*"/, JSON.stringify(url)) : text;
  return { js: name(js), emulatorsJs: name(emulatorsJs), json: json && name(json) };
}

function addressesAt(host: string, json: string): string {
  const emulators = JSON.parse(json) as Readonly<Record<string, { readonly port: number }>>;
  const moved = Object.entries(emulators).map(([name, { port }]) => {
    return [name, { host, port, hostAndPort: `${host}:${port}` }];
  });
  return JSON.stringify(Object.fromEntries(moved), null, 2);
}
