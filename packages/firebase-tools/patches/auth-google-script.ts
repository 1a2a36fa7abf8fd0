// The Auth emulator's hidden iframe, which carries the result of "Sign in with Google", loads a
// script from apis.google.com. This serves the shim shims/google/api.js instead. A web app that
// works offline loads its own shim.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Application } from 'express';
import { patchModule } from '../patch.ts';

const SCRIPT = 'https://apis.google.com/js/api.js';

interface Handlers {
  registerHandlers(app: Application, ...rest: readonly unknown[]): void;
}

export const authGoogleScript = patchModule<Handlers>('lib/emulator/auth/handlers.js', {
  expected: {
    [`registerHandlers(app, getProjectState) that serves /emulator/auth/iframe with ${SCRIPT}`]: ({
      registerHandlers,
    }) => {
      const source = String(registerHandlers);
      return (
        registerHandlers.length === 2 && source.includes('`/emulator/auth/iframe`') && source.includes(SCRIPT)
      );
    },
  },
  apply(handlers) {
    const shim = readFileSync(join(import.meta.dirname, '..', 'shims', 'google', 'api.js'));
    const { registerHandlers } = handlers;
    handlers.registerHandlers = (app, ...rest) => {
      app.get('/emulator/auth/api.js', (_, response) => void response.type('text/javascript').end(shim));
      app.get('/emulator/auth/iframe', (_, response, next) => {
        const sent: { end(html: string): unknown } = response;
        const { end } = sent;
        sent.end = (html) => end.call(response, html.replace(SCRIPT, '/emulator/auth/api.js'));
        next();
      });
      registerHandlers(app, ...rest);
    };
  },
});
