// Loaded before every process of the kit. Nothing may call out from an offline kit: a connection to anything but this machine fails
// at once and names the host, unless SAVEPOINT_ALLOW_OUTBOUND lists it (comma separated, e.g. api.stripe.com).
const net = require('node:net');

const allowed = new Set((process.env.SAVEPOINT_ALLOW_OUTBOUND ?? '').split(',').filter(Boolean));
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\]|::ffff:127(\.\d{1,3}){3}|0\.0\.0\.0)$/;

/** The host of a net.connect call in any of its forms, or undefined for a pipe or socket file. */
function hostOf(args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (first !== null && typeof first === 'object')
    return first.path ? undefined : (first.host ?? 'localhost');
  if (typeof first === 'string' && Number.isNaN(Number(first))) return undefined;
  return typeof second === 'string' ? second : 'localhost';
}

if (!allowed.has('*')) {
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function connectToLoopback(...args) {
    const host = hostOf(args);
    if (host === undefined || LOOPBACK.test(host) || allowed.has(host)) return connect.apply(this, args);
    const error = new Error(
      `Blocked a connection to ${host}: nothing leaves this machine here. To allow it, start with --allow-outbound ${host}.`,
    );
    error.code = 'ECONNREFUSED';
    process.nextTick(() => this.destroy(error));
    return this;
  };
}
