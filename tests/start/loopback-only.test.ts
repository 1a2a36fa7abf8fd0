import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './kit-process.ts';

const GUARD = join(ROOT, 'packages', 'stack', 'preload', 'loopback-only.cjs');

function runGuarded(code: string, env: Record<string, string> = {}): string {
  const result = spawnSync(process.execPath, ['--require', GUARD, '--input-type=module', '--eval', code], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
    timeout: 20_000,
  });
  return result.stdout + result.stderr;
}

/**
 * Each prints the error of a connection to TEST-NET-1 (RFC 5737), which nobody owns, or to a
 * missing name.
 */
const CONNECTIONS: Readonly<Record<string, string>> = {
  fetch: `await fetch('http://192.0.2.1/').catch((error) => console.log(error.cause.message));`,
  'fetch over TLS': `await fetch('https://blocked.example/').catch((error) => console.log(error.cause.message));`,
  'http.get': `const { get } = await import('node:http');
    get('http://192.0.2.1/path').on('error', (error) => console.log(error.message));`,
  'https.get': `const { get } = await import('node:https');
    get('https://blocked.example/path').on('error', (error) => console.log(error.message));`,
  'net.connect with options': `const { connect } = await import('node:net');
    connect({ host: '192.0.2.1', port: 80 }).on('error', (error) => console.log(error.message));`,
  'net.connect with port and host': `const { connect } = await import('node:net');
    connect(80, '192.0.2.1').on('error', (error) => console.log(error.message));`,
  'http2.connect': `const { connect } = await import('node:http2');
    connect('https://blocked.example').on('error', (error) => console.log(error.message));`,
  'dgram.send': `const { createSocket } = await import('node:dgram');
    const socket = createSocket('udp4');
    socket.send('x', 53, '192.0.2.1', (error) => { console.log(error.message); socket.close(); });`,
  'dns.lookup': `const { lookup } = await import('node:dns');
    lookup('blocked.example', (error) => console.log(error.message));`,
  'dns.promises.resolve4': `const { resolve4 } = await import('node:dns/promises');
    await resolve4('blocked.example').catch((error) => console.log(error.message));`,
  'Resolver.resolve': `const { Resolver } = await import('node:dns');
    new Resolver().resolve('blocked.example', (error) => console.log(error.message));`,
  'a worker thread': `const { Worker } = await import('node:worker_threads');
    const code = "import('node:net').then(({ connect }) => connect(80, '192.0.2.1').on('error', (e) => console.log(e.message)))";
    new Worker(code, { eval: true });`,
};

describe('the preload loopback-only', () => {
  it.each(Object.keys(CONNECTIONS))('fails %s to another host immediately and names the host', (kind) => {
    expect(runGuarded(CONNECTIONS[kind] as string)).toMatch(
      /Blocked a connection to (192.0.2.1|blocked.example): .*--allow-outbound/,
    );
  });

  it.each([
    ['fcm.googleapis.com', 'Cloud Messaging but for the Admin SDK in functions'],
    ['demo-app-default-rtdb.europe-west1.firebasedatabase.app', 'the Realtime Database'],
    ['firebaseremoteconfig.googleapis.com', 'Remote Config without a template'],
  ])('names the product that is called at %s, and what to do without it', (host, product) => {
    const code = `await fetch('https://${host}/').catch((error) => console.log(error.cause.message));`;
    expect(runGuarded(code)).toContain(
      `There is no emulator for ${product}: skip the call where FUNCTIONS_EMULATOR is set, or start with --allow-outbound ${host}.`,
    );
  });

  it.each(['127.0.0.1', 'localhost'])('lets a process connect to %s', (host) => {
    const code = `const { createServer } = await import('node:http');
    const server = createServer((_request, response) => response.end('ok')).listen(0, '${host}', async () => {
      console.log(await (await fetch('http://${host}:' + server.address().port)).text());
      server.close();
    });`;
    expect(runGuarded(code)).toBe('ok\n');
  });

  it('keeps the result of a promisified dns.lookup', () => {
    const code = `const { lookup } = await import('node:dns');
      const { promisify } = await import('node:util');
      console.log((await promisify(lookup)('127.0.0.1')).address);`;
    expect(runGuarded(code)).toBe('127.0.0.1\n');
  });

  it('lets a process look up a host in SAVEPOINT_ALLOW_OUTBOUND', () => {
    const code = `await fetch('https://allowed.invalid/').catch((error) => console.log(error.cause.code));`;
    expect(runGuarded(code, { SAVEPOINT_ALLOW_OUTBOUND: 'other.example,allowed.invalid' })).toMatch(
      /ENOTFOUND|EAI_AGAIN/,
    );
  });
});
