// Functions that share workers, as CommonJS: some end or block the worker that they run in.
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const { onCall, onRequest } = require('firebase-functions/https');
const { onMessagePublished } = require('firebase-functions/pubsub');
const { onTaskDispatched } = require('firebase-functions/tasks');
const functionsV1 = require('firebase-functions/v1');

const NAMES = ['FUNCTION_TARGET', 'FUNCTION_SIGNATURE_TYPE', 'K_SERVICE'];
const SECRETS = ['PAY_KEY', 'SEARCH_KEY'];
const pick = (names) => Object.fromEntries(names.map((name) => [name, process.env[name]]));
const never = new Promise(() => {});

/** What a function sees of its environment, before and after it has waited. */
async function describe() {
  const before = pick(NAMES);
  await new Promise((resolve) => setImmediate(resolve));
  return { pid: process.pid, before, after: pick(NAMES), spread: { ...process.env }.K_SERVICE, ...pick(SECRETS) };
}

const show = async (_request, response) => response.json(await describe());

for (let n = 0; n < 20; n += 1) exports[`show${n}`] = onRequest(show);
exports.group = { inner: onRequest(show) };
exports.headers = onRequest(({ headers, rawHeaders }, response) => response.json({ headers, rawHeaders }));
exports.pay = onRequest({ secrets: ['PAY_KEY'] }, show);
exports.search = onRequest({ secrets: ['SEARCH_KEY'] }, show);
exports.both = onRequest({ secrets: ['PAY_KEY', 'SEARCH_KEY'] }, show);
exports.called = onCall(describe);

let held = 0;
/** How many requests this worker holds. */
exports.countHeld = onRequest((_request, response) => response.json(held));
exports.hold = onRequest(async () => {
  held += 1;
  await never;
});
exports.holdCall = onCall(async () => {
  held += 1;
  await never;
});

/** Runs of an event are lines of a file; all but the last that is expected are held. */
async function holdEvent(id, runs) {
  appendFileSync(process.env.EVENTS_FILE, `${id} ${process.env.FUNCTION_TARGET} ${process.env.FUNCTION_SIGNATURE_TYPE}\n`);
  const lines = existsSync(process.env.EVENTS_FILE) ? readFileSync(process.env.EVENTS_FILE, 'utf8').split('\n') : [];
  if (lines.filter((line) => line.startsWith(`${id} `)).length < runs) {
    held += 1;
    await never;
  }
}
exports.onOrder = onMessagePublished('orders', ({ id, data }) => holdEvent(id, data.message.json.runs));
exports.onOrderV1 = functionsV1.pubsub.topic('orders').onPublish(({ json }, { eventId }) => holdEvent(eventId, json.runs));
exports.rejectEvent = onMessagePublished('orders', async () => {
  throw new Error('This event is rejected.');
});
exports.task = onTaskDispatched(async () => undefined);

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
exports.slow = onRequest({ timeoutSeconds: 1 }, async () => {
  held += 1;
  await never;
});
exports.destroy = onRequest((request) => request.socket.destroy());
exports.leak = onRequest(() => {
  const kept = [];
  for (;;) kept.push(new Array(10_000).fill(kept.length));
});
