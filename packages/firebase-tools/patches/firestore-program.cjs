// firebase-tools downloads a Java program for Firestore and starts it. This starts Savepoint's
// Firestore emulator instead, with the same options (host, port, rules ...), and keeps the rest:
// its log file, its end with the others. Storage needs no Java either, because storage-rules.cjs
// replaces what firebase-tools would start. Without SAVEPOINT_FIRESTORE_MAIN Firestore stays
// Google's.
const { spawn } = require('node:child_process');
const { createWriteStream } = require('node:fs');
const { constants } = require('node:os');

const FIRESTORE = 'firestore';

exports.module = 'lib/emulator/downloadableEmulators.js';

exports.expected = {
  'start(name, args, env)': ({ start }) => start.length >= 2 && /_getCommand\(/.test(start),
  '_getCommand(name, args) that returns { args } with the options after -jar FILE': ({ _getCommand }) => {
    const { args } = _getCommand(FIRESTORE, { host: '127.0.0.1', port: 1 });
    return args.at(args.indexOf('-jar') + 2) === '--host';
  },
  'get(name) that returns { instance, stdout }': ({ get }) =>
    ['instance', 'stdout'].every((property) => property in get(FIRESTORE)),
  'requiresJava(name) and getLogFileName(name)': ({ requiresJava, getLogFileName }) =>
    requiresJava.length === 1 && getLogFileName.length === 1,
};

exports.apply = (emulators) => {
  const main = process.env.SAVEPOINT_FIRESTORE_MAIN;
  const replaced = main === undefined ? ['storage'] : ['storage', FIRESTORE];
  const { requiresJava, start } = emulators;
  emulators.requiresJava = (name) => !replaced.includes(name) && requiresJava(name);
  emulators.start = async (name, args, env) => {
    if (name === FIRESTORE && main !== undefined) startProgram(emulators, main, args, env);
    else await start(name, args, env);
    const { instance } = emulators.get(name);
    // firebase-tools goes on without a program that a signal has ended, and the other emulators
    // wait for it.
    instance?.once('exit', (code, signal) => {
      // `killed`: firebase-tools itself has ended it.
      if (!instance.killed) endWith(`${name} exited with code ${code ?? 128 + constants.signals[signal]}`);
    });
    instance?.once('error', ({ message }) => endWith(`${name} was not started: ${message}`));
  };
};

function startProgram(emulators, main, args, env) {
  const { args: words } = emulators._getCommand(FIRESTORE, args);
  const options = words.slice(words.indexOf('-jar') + 2);
  const child = spawn(process.execPath, [main, ...options], {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(emulators.getLogFileName(FIRESTORE));
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => log.write(text));
  Object.assign(emulators.get(FIRESTORE), { instance: child, stdout: log });
}

/**
 * At once: the other emulators would wait for it while they are stopped. The kit ends what is left,
 * and has the line (emulators/firebase-tools.ts).
 */
function endWith(problem) {
  process.stderr.write(`${problem}; the emulators cannot run without it.\n`);
  process.exit(1);
}
