// The parts of node:http that servers use. Importing it reads all its properties, which loads
// Node's unused client for fetch and WebSocket: a third of an emulator's startup time.

const http = process.getBuiltinModule('node:http');

export const { Agent, createServer, request } = http;
