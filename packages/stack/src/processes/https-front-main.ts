// An HTTPS proxy: terminates TLS and forwards all bytes, including WebSockets. The guard of the
// server checks forwarded requests like any other.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer } from 'node:tls';

const [pemFile, host, port, target] = process.argv.slice(2);
if (pemFile === undefined || target === undefined) {
  throw new Error('Usage: https-front-main.ts PEM_FILE HOST PORT TARGET_PORT');
}
const pem = readFileSync(pemFile);

createServer({ key: pem, cert: pem, ALPNProtocols: ['http/1.1'] }, (client) => {
  const server = connect(Number(target), '127.0.0.1');
  // If one end closes, the other is closed, too.
  pipeline(client, server, client, () => {
    client.destroy();
    server.destroy();
  });
}).listen(Number(port), host);
