// Functions that share workers, as CommonJS. Some end or block the worker that they run in.
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const { onCall, onRequest } = require('firebase-functions/https');
const { onMessagePublished } = require('firebase-functions/pubsub');
const functionsV1 = require('firebase-functions/v1');

const VERSION = 1;
const never = new Promise(() => {});

/** A function's view of its environment, before and after it has waited. */
async function describe() {
  const name = () => [process.env.FUNCTION_TARGET, process.env.FUNCTION_SIGNATURE_TYPE, process.env.K_SERVICE];
  const before = name();
  await new Promise((resolve) => setImmediate(resolve));
  const { PAY_KEY, SEARCH_KEY, K_SERVICE } = { ...process.env };
  return { pid: process.pid, version: VERSION, before, after: name(), copied: K_SERVICE, PAY_KEY, SEARCH_KEY };
}
const show = async (_request, response) => response.json(await describe());

for (let n = 0; n < 20; n += 1) exports[`show${n}`] = onRequest(show);
exports.group = { inner: onRequest(show) };
exports.called = onCall(describe);
exports.pay = onRequest({ secrets: ['PAY_KEY'] }, show);
exports.search = onRequest({ secrets: ['SEARCH_KEY'] }, show);
exports.headers = onRequest(({ headers, rawHeaders }, response) => response.json({ headers, rawHeaders }));

let held = 0;
const hold = async () => {
  held += 1;
  await never;
};
/** The number of requests that this worker holds. */
exports.countHeld = onRequest((_request, response) => response.json(held));
exports.hold = onRequest(hold);
exports.holdCall = onCall(hold);
exports.slow = onRequest({ timeoutSeconds: 1 }, hold);
exports.holdUntilFile = onRequest(({ query }, response) => {
  held += 1;
  const timer = setInterval(() => {
    if (!existsSync(query.file)) return;
    clearInterval(timer);
    response.json({ pid: process.pid, version: VERSION });
  }, 10);
});

/** The first run of an event never ends. */
async function holdFirstRun(id) {
  const file = process.env.EVENTS_FILE;
  const runs = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter((line) => line.startsWith(id)) : [];
  appendFileSync(file, `${id} ${process.env.K_SERVICE} ${process.env.FUNCTION_SIGNATURE_TYPE}\n`);
  if (runs.length === 0) await hold();
}
exports.onOrder = onMessagePublished('orders', ({ id }) => holdFirstRun(id));
exports.onOrderV1 = functionsV1.pubsub.topic('orders').onPublish((_message, { eventId }) => holdFirstRun(eventId));
exports.rejectEvent = onMessagePublished('orders', async () => {
  throw new Error('This event is rejected.');
});

exports.throwLater = onRequest(() => {
  setImmediate(() => {
    throw new Error('Nobody catches this.');
  });
});
exports.exit = onRequest(async () => {
  await null;
  process.exit(3);
});
exports.spin = onRequest({ timeoutSeconds: 1 }, async () => {
  await null;
  for (;;);
});
exports.leak = onRequest(() => {
  const cached = [];
  for (;;) cached.push(new Array(10_000).fill(cached.length));
});
exports.destroy = onRequest((request) => request.socket.destroy());
