// Preloaded into the dev server (NODE_OPTIONS --require).
require('./inbound-guard.cjs').guardServers(require('node:http'));
