// Asks of the preloads: does nothing leave this machine, and is everything on it still reachable?
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './kit-process.ts';

const GUARD = join(ROOT, 'kit', 'preload', 'loopback-only.cjs');
const TOKENS = join(ROOT, 'kit', 'preload', 'verify-tokens.cjs');

function runWith(preload: string, code: string, env: Record<string, string> = {}): string {
  const done = spawnSync(process.execPath, ['--require', preload, '--input-type=module', '--eval', code], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
    timeout: 20_000,
  });
  return done.stdout + done.stderr;
}

/** Prints what became of a connection; TEST-NET-1 (RFC 5737) belongs to nobody. */
const ASK: Readonly<Record<string, string>> = {
  fetch: `await fetch('http://192.0.2.1/').catch((error) => console.log(error.cause.message));`,
  'fetch over TLS': `await fetch('https://blocked.example/').catch((error) => console.log(error.cause.message));`,
  'net.connect with options': `const { connect } = await import('node:net');
    connect({ host: '192.0.2.1', port: 80 }).on('error', (error) => console.log(error.message));`,
  'net.connect with port and host': `const { connect } = await import('node:net');
    connect(80, '192.0.2.1').on('error', (error) => console.log(error.message));`,
  http2: `const { connect } = await import('node:http2');
    connect('https://blocked.example').on('error', (error) => console.log(error.message));`,
};

test.each(Object.keys(ASK))('%s to another machine fails at once and names it', (way) => {
  expect(runWith(GUARD, ASK[way] as string)).toMatch(
    /Blocked a connection to (192\.0\.2\.1|blocked\.example): .*--allow-outbound/,
  );
});

test.each(['127.0.0.1', 'localhost'])('%s is reached', (host) => {
  const code = `const { createServer } = await import('node:http');
    const server = createServer((_request, answer) => answer.end('here')).listen(0, '${host}', async () => {
      console.log(await (await fetch('http://${host}:' + server.address().port)).text());
      server.close();
    });`;
  expect(runWith(GUARD, code)).toBe('here\n');
});

test('a host that is allowed by name is tried', () => {
  const code = `await fetch('https://allowed.invalid/').catch((error) => console.log(error.cause.code));`;
  expect(runWith(GUARD, code, { SAVEPOINT_ALLOW_OUTBOUND: 'other.example,allowed.invalid' })).toMatch(
    /ENOTFOUND|EAI_AGAIN/,
  );
});

test('a worker is told to verify tokens, its other debug features stay', () => {
  const features = JSON.stringify({ skipTokenVerification: true, enableCors: true });
  const told = runWith(TOKENS, 'console.log(process.env.FIREBASE_DEBUG_FEATURES)', {
    FUNCTIONS_EMULATOR: 'true',
    FIREBASE_DEBUG_FEATURES: features,
  });
  expect(JSON.parse(told)).toEqual({ skipTokenVerification: false, enableCors: true });
});
