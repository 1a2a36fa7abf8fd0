import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { awaitBody } from '@savepoint/server/guard/preload';
import { afterEach, describe, expect, it } from 'vitest';
import { describeAuthExchange } from './describe-auth-exchange.ts';

const server = createServer();
afterEach(() => server.close().removeAllListeners('request'));

/** The attributes for a request with this body and response. */
async function attributesOf(
  body: object,
  respond: (response: ServerResponse) => void,
  path = '/',
): Promise<Record<string, unknown>> {
  const attributes: Record<string, unknown> = {};
  const span = { set: (added: object) => Object.assign(attributes, added) };
  server.on('request', (request, response) => {
    describeAuthExchange(span, request, response);
    awaitBody(request, () => respond(response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  await response.text();
  return attributes;
}

describe('describeAuthExchange', () => {
  it('reads the account from a chunked response, but no password, token or email', async () => {
    const attributes = await attributesOf({ email: 'a@example.com', password: 'p' }, (response) => {
      response.write('{"localId":"u1",');
      response.write(Buffer.from('"idToken":"t","refreshToken":"r"}'));
      response.end();
    });
    expect(attributes).toEqual({ 'auth.user_id': 'u1' });
  });

  it('reads new claims and the account from the request', async () => {
    const attributes = await attributesOf(
      { localId: 'u1', customAttributes: '{"role":"packer"}' },
      (response) => response.end('{}'),
    );
    expect(attributes).toEqual({ 'auth.user_id': 'u1', 'auth.claims': '{"role":"packer"}' });
  });

  it('reads the kind of a code but not the code, and the code of an error', async () => {
    const attributes = await attributesOf(
      { oobCode: 'secret' },
      (response) => response.end('{"error":{"code":400,"message":"INVALID_OOB_CODE"}}'),
      '/emulator/action?mode=resetPassword&oobCode=secret',
    );
    expect(attributes).toEqual({ 'auth.code_type': 'resetPassword', 'auth.error': 'INVALID_OOB_CODE' });
  });

  it.each(['', 'null', '[1]', '<html>'])('reads nothing from the response "%s"', async (text) => {
    expect(await attributesOf({}, (response) => response.end(text))).toEqual({});
  });
});
