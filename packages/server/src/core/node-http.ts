// What servers use of node:http. An `import` of it reads all its properties, and so loads Node's
// client of fetch and WebSocket, which nothing here uses: a third of the start of an emulator.

const http = process.getBuiltinModule('node:http');

export const { Agent, createServer, request } = http;
