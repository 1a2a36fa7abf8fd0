// A further codebase, as an ES module.
import { onRequest } from 'firebase-functions/https';

const show = (_request, response) => {
  const { FUNCTION_TARGET, K_SERVICE } = process.env;
  response.json({ pid: process.pid, FUNCTION_TARGET, K_SERVICE });
};
export const first = onRequest(show);
export const second = onRequest(show);
export const locked = onRequest({ secrets: ['LOCK_KEY'] }, show);
export const callFirst = onRequest(async (request, response) => {
  const url = `http://${request.headers.host}/${process.env.GCLOUD_PROJECT}/us-central1/first`;
  response.json(await (await fetch(url)).json());
});
