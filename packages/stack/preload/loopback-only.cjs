// Preloaded into every Node process that the kit starts, workers and children included
// (NODE_OPTIONS --require). TCP and UDP connections and DNS queries to other hosts fail at once
// with an error that names the host. SAVEPOINT_ALLOW_OUTBOUND lists the exceptions, comma separated
// (`api.example.com,10.0.0.5`); `*` turns the guard off. Only Node programs are covered.
const dgram = require('node:dgram');
const dns = require('node:dns');
const { syncBuiltinESMExports } = require('node:module');
const net = require('node:net');
const { hostname } = require('node:os');

const LOOPBACK = /^(localhost\.?|127(\.\d{1,3}){3}|::1?|\[::1?\]|::ffff:127(\.\d{1,3}){3}|0\.0\.0\.0)$/i;
const allowedHosts = new Set((process.env.SAVEPOINT_ALLOW_OUTBOUND ?? '').split(',').filter(Boolean));

/** Firebase products without an emulator here, by the hosts that their SDKs call. */
const PRODUCTS = [
  [/^(fcm|fcmregistrations|iid)\.googleapis\.com$/, 'Cloud Messaging but for the Admin SDK in functions'],
  [/^firebaseremoteconfig(realtime)?\.googleapis\.com$/, 'Remote Config without a template'],
  [/\.(firebaseio\.com|firebasedatabase\.app)$/, 'the Realtime Database'],
  [/^firebaseappcheck\.googleapis\.com$/, 'App Check'],
  [/^firebasedataconnect\.googleapis\.com$/, 'Data Connect'],
  [/^firebaseinstallations\.googleapis\.com$|^console\.firebase\.google\.com$/, 'Installations'],
  [/^firebaseml\.googleapis\.com$/, 'Firebase ML'],
  [/^firebaserules\.googleapis\.com$/, 'the management of rules'],
  [/^firebase\.googleapis\.com$/, 'the management of projects'],
];

/** Tells the developer what to do about a blocked call. */
function remedyFor(host) {
  const product = PRODUCTS.find(([hosts]) => hosts.test(host))?.[1];
  if (product === undefined) return `To allow it, start with --allow-outbound ${host}.`;
  return `There is no emulator for ${product}: skip the call where FUNCTIONS_EMULATOR is set, or start with --allow-outbound ${host}.`;
}

function isAllowed(host) {
  return host === undefined || host === '' || LOOPBACK.test(host) || allowedHosts.has(host);
}

function blockedError(host) {
  const error = new Error(
    `Blocked a connection to ${host}: processes of a stack may connect to this machine only. ${remedyFor(host)}`,
  );
  error.code = 'ECONNREFUSED';
  return error;
}

/** The host of a net.connect call in any of its forms; undefined for a pipe or a Unix socket. */
function hostOfConnect(args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (first !== null && typeof first === 'object') return first.path ? undefined : first.host;
  if (typeof first === 'string' && Number.isNaN(Number(first))) return undefined;
  return typeof second === 'string' ? second : undefined;
}

function guardTcp() {
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function connectToLoopback(...args) {
    const host = hostOfConnect(args);
    if (isAllowed(host)) return connect.apply(this, args);
    process.nextTick(() => this.destroy(blockedError(host)));
    return this;
  };
}

/**
 * `send(message, [offset, length,] port, address, callback)` and `connect(port, address,
 * callback)`.
 */
function guardUdp() {
  for (const [name, firstAddressArgument] of [
    ['send', 1],
    ['connect', 0],
  ]) {
    const original = dgram.Socket.prototype[name];
    dgram.Socket.prototype[name] = function toLoopback(...args) {
      const address = args.slice(firstAddressArgument).find((argument) => typeof argument === 'string');
      if (isAllowed(address)) return original.apply(this, args);
      const callback = args.findLast((argument) => typeof argument === 'function');
      const error = blockedError(address);
      process.nextTick(() => (callback === undefined ? this.emit('error', error) : callback(error)));
      return undefined;
    };
  }
}

/**
 * Some clients (gRPC) resolve a name first and connect to the address, so the addresses of allowed
 * hosts are allowed too.
 */
function allowAddresses(result) {
  for (const entry of [result].flat()) allowedHosts.add(typeof entry === 'string' ? entry : entry?.address);
}

function guardLookups(api, usesPromises) {
  const names = Object.keys(api).concat(Object.getOwnPropertyNames(Object.getPrototypeOf(api)));
  for (const name of new Set(names.filter((key) => /^(lookup|resolve|reverse)/.test(key)))) {
    const original = api[name];
    if (typeof original !== 'function') continue;
    const guarded = function lookUpAllowedHost(host, ...rest) {
      // A server that listens on an address of this machine also does a lookup. IP addresses need
      // no DNS query.
      const isAddress = name === 'lookup' && net.isIP(host) !== 0;
      if (!isAllowed(host) && host !== hostname() && !isAddress) {
        if (usesPromises) return Promise.reject(blockedError(host));
        const callback = rest.at(-1);
        process.nextTick(() => callback?.(blockedError(host)));
        return {};
      }
      if (name !== 'lookup' || !allowedHosts.has(host)) return original.call(this, host, ...rest);
      if (usesPromises) {
        return original.call(this, host, ...rest).then((result) => {
          allowAddresses(result);
          return result;
        });
      }
      const callback = rest.pop();
      return original.call(this, host, ...rest, (error, result, ...details) => {
        if (!error) allowAddresses(result);
        callback(error, result, ...details);
      });
    };
    // util.promisify reads the names of a lookup's results from a symbol property.
    for (const symbol of Object.getOwnPropertySymbols(original)) guarded[symbol] = original[symbol];
    api[name] = guarded;
  }
}

if (!allowedHosts.has('*')) {
  guardTcp();
  guardUdp();
  guardLookups(dns, false);
  guardLookups(dns.promises, true);
  guardLookups(dns.Resolver.prototype, false);
  guardLookups(dns.promises.Resolver.prototype, true);
  syncBuiltinESMExports();
}
