// `--inspect-functions PORT`: each worker opens a debugger at a port of its own, from PORT on. A
// worker that replaces another has its port.
const { createServer } = require('node:net');
const { isNode } = require('./node-backend.cjs');

const FIRST_PORT = Number(process.env.SAVEPOINT_INSPECT_FUNCTIONS);
const HOST = '127.0.0.1';
/** Ports by worker, as the codebase and the key of its pool. */
const ports = new Map();

/** The port of a worker; undefined where nothing is to be debugged. */
exports.inspectPortOf = (codebase, key) => ports.get(`${codebase} ${key}`);

/** One worker after the other chooses. */
let turn = Promise.resolve();

exports.chooseInspectPort = (emulator, backend, trigger) => {
  if (Number.isNaN(FIRST_PORT) || !isNode(backend)) return;
  turn = turn.then(() => choose(emulator, backend, trigger));
  return turn;
};

async function choose({ logger, workerPools }, { codebase, runtime }, trigger) {
  const pool = workerPools[codebase];
  // Those that are being replaced still have theirs.
  await Promise.all([...pool.workers.values()].flat().map(({ isEnding, death }) => isEnding && death));
  const key = pool.getKey(trigger.id, runtime);
  const name = `${codebase} ${key}`;
  const preferred = ports.get(name);
  if (preferred === undefined || !(await isFree(preferred))) {
    ports.delete(name);
    let port = FIRST_PORT;
    while ([...ports.values()].includes(port) || !(await isFree(port))) port += 1;
    ports.set(name, port);
  }
  const functions = [...pool.definitions.values()].filter(({ id }) => pool.getKey(id, runtime) === key);
  const names = functions.map((each) => each.name).join(', ');
  logger.logLabeled('SUCCESS', 'functions', `Debugger at ${HOST}:${ports.get(name)} for ${names}`);
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, HOST, () => server.close(() => resolve(true)));
  });
}
