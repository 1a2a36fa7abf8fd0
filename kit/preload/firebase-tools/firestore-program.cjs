// firebase-tools downloads a Java program for Firestore and starts it. This starts Savepoint's Firestore emulator instead, with the same
// options (host, port, rules ...), and keeps the rest: its log file, its end with the others. Storage needs no Java either, because
// storage-rules.cjs replaces what firebase-tools would start. Without SAVEPOINT_FIRESTORE_MAIN Firestore stays Google's.
const { spawn } = require('node:child_process');
const { createWriteStream } = require('node:fs');

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
  'requiresJava(name), getLogFileName(name) and handleEmulatorProcessError(name, error)': ({
    requiresJava,
    getLogFileName,
    handleEmulatorProcessError,
  }) => requiresJava.length === 1 && getLogFileName.length === 1 && handleEmulatorProcessError.length >= 2,
};

exports.apply = (emulators) => {
  const main = process.env.SAVEPOINT_FIRESTORE_MAIN;
  const replaced = main === undefined ? ['storage'] : ['storage', FIRESTORE];
  const { requiresJava, start } = emulators;
  emulators.requiresJava = (name) => !replaced.includes(name) && requiresJava(name);
  emulators.start = async (name, args, env) => {
    if (name !== FIRESTORE || main === undefined) return start(name, args, env);
    const { args: words } = emulators._getCommand(name, args);
    const options = words.slice(words.indexOf('-jar') + 2);
    const child = spawn(process.execPath, [main, ...options], {
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(emulators.getLogFileName(name));
    for (const output of [child.stdout, child.stderr]) output.on('data', (text) => log.write(text));
    Object.assign(emulators.get(name), { instance: child, stdout: log });
    const fail = (error) => emulators.handleEmulatorProcessError(name, error);
    child.once('error', fail);
    child.once('exit', (code) => {
      if (code !== 0 && code !== null && code !== 130) fail(new Error(`it exited with code ${code}`));
    });
  };
};
