// A further codebase, as an ES module.
import { onRequest } from 'firebase-functions/https';

const show = (_request, response) => {
  const { FUNCTION_TARGET, K_SERVICE } = process.env;
  response.json({ pid: process.pid, FUNCTION_TARGET, K_SERVICE });
};
export const first = onRequest(show);
export const second = onRequest(show);
