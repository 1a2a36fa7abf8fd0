// What firebase-tools and its workers tell each other beyond firebase-tools' own protocol.

/**
 * The header of a request to a worker with its invocation. Nobody else reaches a worker: it listens
 * on a Unix socket.
 */
exports.INVOCATION_HEADER = 'x-savepoint-invocation';

/** The types of log entries of a worker that are for firebase-tools and not for a person. */
exports.ENVIRONMENT_READ = 'environment-read';
exports.WORKER_EXIT = 'worker-exit';

/**
 * @typedef {object} Invocation
 * @property {number} id unique among those of one worker
 * @property {string} target the entry point, `orders.create`
 * @property {string} signature `http`, `event` or `cloudevent`
 * @property {string} service the name of the function
 * @property {string} eventSource the source of the events that it publishes
 * @property {boolean} isColdStart whether it has waited for the start of its worker
 */

/** @param {Invocation} invocation */
exports.encodeInvocation = (invocation) => encodeURIComponent(JSON.stringify(invocation));

/** @returns {Invocation} */
exports.decodeInvocation = (header) => JSON.parse(decodeURIComponent(header));
