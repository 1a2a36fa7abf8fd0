import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const { injectScript } = createRequire(import.meta.url)('./inject-script.cjs') as {
  injectScript(http: { ServerResponse: typeof ServerResponse }, script: string): void;
};

/** The injection patches a prototype. A subclass keeps it away from the servers of other tests. */
class PageResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
injectScript({ ServerResponse: PageResponse }, 'run("$&")');

let server: Server;
let url: string;
let respond: (response: ServerResponse) => void;

beforeEach(async () => {
  server = createServer({ ServerResponse: PageResponse }, (_request, response) => respond(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

describe('injectScript', () => {
  it.each([
    ['text', '<!doctype html><html><head lang="en"><title>ä</title></head></html>'],
    ['bytes', Buffer.from('<!doctype html><html><head lang="en"><title>ä</title></head></html>')],
  ])(
    'adds the script first in the head of a page that is sent as %s, with the right length',
    async (_kind, body) => {
      respond = (response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.setHeader('content-length', Buffer.byteLength(body));
        response.end(body);
      };
      const response = await fetch(url);
      expect(await response.text()).toBe(
        '<!doctype html><html><head lang="en"><script>run("$&")</script><title>ä</title></head></html>',
      );
    },
  );

  it.each([
    ['a module', 'text/javascript', '"<head>"'],
    ['data', 'application/json', '{"html":"<head>"}'],
  ])('leaves %s unchanged', async (_kind, type, body) => {
    respond = (response) => {
      response.setHeader('content-type', type);
      response.end(body);
    };
    expect(await (await fetch(url)).text()).toBe(body);
  });
});
