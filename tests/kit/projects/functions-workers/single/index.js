// Loads only the worker's function, as some projects do for a faster cold start.
const { onRequest } = require('firebase-functions/https');

const isWanted = (name) => process.env.FUNCTION_TARGET === undefined || process.env.FUNCTION_TARGET === name;

for (const name of ['alone', 'apart']) {
  if (!isWanted(name)) continue;
  exports[name] = onRequest((_request, response) => {
    response.json({ pid: process.pid, loaded: Object.keys(exports), FUNCTION_TARGET: process.env.FUNCTION_TARGET });
  });
}
