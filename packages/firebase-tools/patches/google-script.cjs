// The Auth emulator's hidden iframe, which carries the result of "Sign in with Google", loads a
// script from apis.google.com. This serves the shim packages/firebase-tools/shims/google/api.js
// instead. A web app that works offline loads a shim of its own.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const SCRIPT = 'https://apis.google.com/js/api.js';

exports.module = 'lib/emulator/auth/handlers.js';

exports.expected = {
  [`registerHandlers(app, getProjectState) that serves /emulator/auth/iframe with ${SCRIPT}`]: ({
    registerHandlers,
  }) => {
    const source = String(registerHandlers);
    return (
      registerHandlers.length === 2 && source.includes('`/emulator/auth/iframe`') && source.includes(SCRIPT)
    );
  },
};

exports.apply = (handlers) => {
  const shim = readFileSync(join(__dirname, '..', 'shims', 'google', 'api.js'));
  const { registerHandlers } = handlers;
  handlers.registerHandlers = (app, ...rest) => {
    app.get('/emulator/auth/api.js', (_, response) => response.type('text/javascript').end(shim));
    app.get('/emulator/auth/iframe', (_, response, next) => {
      const { end } = response;
      response.end = (html) => end.call(response, html.replace(SCRIPT, '/emulator/auth/api.js'));
      next();
    });
    registerHandlers(app, ...rest);
  };
};
