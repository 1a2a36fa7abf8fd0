// What the emulators say about requests quotes them: a path of Storage, an email address of Auth. A
// terminal would interpret control characters of these, and a line end would begin a line of
// anybody's choice. Functions print what the developer's code does, as it is.
const { printable } = require('../../server/inbound-guard.cjs');

exports.module = 'lib/emulator/emulatorLogger.js';

exports.expected = {
  'EmulatorLogger with name, log(type, text, data) and logLabeled(type, label, text)': ({
    EmulatorLogger,
  }) => {
    const { log, logLabeled } = EmulatorLogger.prototype;
    return new EmulatorLogger('auth').name === 'auth' && log.length === 3 && logLabeled.length === 3;
  },
};

const QUOTING = new Set(['auth', 'storage', 'pubsub', 'eventarc', 'database']);

exports.apply = ({ EmulatorLogger }) => {
  const { log, logLabeled } = EmulatorLogger.prototype;
  EmulatorLogger.prototype.log = function logLine(type, text, data) {
    return log.call(this, type, lineOf(this, text), data);
  };
  EmulatorLogger.prototype.logLabeled = function logLabeledLine(type, label, text) {
    return logLabeled.call(this, type, label, lineOf(this, text));
  };
};

/** Stack traces stay below their message. */
function lineOf({ name }, text) {
  if (!QUOTING.has(name) || typeof text !== 'string') return text;
  return text
    .split(/\n(?= +at )/)
    .map(printable)
    .join('\n');
}
