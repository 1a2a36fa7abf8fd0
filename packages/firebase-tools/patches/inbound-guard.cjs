// The Auth, Functions, Hosting and Eventarc emulators, the hub and the log accept any Host and
// Origin header. All of them are http.Servers of one process, so this guards all at once.
const { EventEmitter } = require('node:events');
const { guardProcess } = require('../../server/inbound-guard.cjs');

exports.module = 'node:http';

exports.expected = {
  'a Server whose requests are events': ({ Server }) => Server.prototype instanceof EventEmitter,
};

exports.apply = (http) => guardProcess(http);
