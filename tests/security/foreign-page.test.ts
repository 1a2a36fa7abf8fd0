// The same from within Chromium: a page of evil.test, a name that resolves to 127.0.0.1, sends
// everything that a page can send.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { requireChromium } from '../support/chromium.ts';
import type { RawRequest } from './http.ts';
import { requireEnv, resetDeliveries, STACK_SERVERS } from './stack-servers.ts';

/**
 * Chromium uses the last of several such arguments: this replaces the rules of `requireChromium`.
 */
const RESOLVER_RULES = 'MAP evil.test 127.0.0.1,MAP * ~NOTFOUND,EXCLUDE localhost,EXCLUDE 127.0.0.1';

let browser: Browser;
let pages: Server;
let port: number;

beforeAll(async () => {
  pages = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>page</title>'),
  ).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  ({ port } = pages.address() as AddressInfo);
  browser = await chromium.launch({
    executablePath: await requireChromium(),
    args: ['--no-sandbox', `--host-resolver-rules=${RESOLVER_RULES}`],
  });
});

afterEach(resetDeliveries);

afterAll(async () => {
  await browser.close();
  pages.close();
});

interface Attempt {
  readonly url: string;
  readonly request: RawRequest;
}

/** Runs in the page. Returns what the page could read or open. */
async function attack({ url, request }: Attempt): Promise<string[]> {
  const reached: string[] = [];
  const { method, body, headers } = { method: 'POST', body: '{}', headers: {}, ...request };
  const target = `${url}${request.path ?? '/'}`;
  const tryFetch = async (name: string, init: RequestInit) => {
    try {
      const response = await fetch(target, init);
      if (response.ok) reached.push(name);
    } catch {
      // The browser or the server rejected it.
    }
  };
  await tryFetch('fetch with preflight', { method, body, headers });
  await tryFetch('fetch without preflight', { method: 'POST', body });
  await tryFetch('read', {});
  await tryFetch('no-cors', { method: 'POST', body, mode: 'no-cors' });
  await new Promise<void>((settled) => {
    const socket = new WebSocket(target.replace('http:', 'ws:'));
    socket.onopen = () => {
      reached.push('WebSocket');
      socket.close();
      settled();
    };
    socket.onerror = () => settled();
  });
  const load = (element: HTMLElement) =>
    new Promise<void>((settled) => {
      element.onload = () => settled();
      element.onerror = () => settled();
      document.body.append(element);
    });
  await load(Object.assign(document.createElement('img'), { src: target }));
  await load(Object.assign(document.createElement('script'), { src: target }));
  await load(Object.assign(document.createElement('iframe'), { src: target }));
  const frame = Object.assign(document.createElement('iframe'), { name: 'form' });
  await load(frame);
  const form = Object.assign(document.createElement('form'), {
    action: target,
    method: 'post',
    enctype: 'text/plain',
    target: 'form',
  });
  const separator = body.indexOf(':') + 1;
  form.append(
    // `name=value` is JSON again: the equals sign is part of a string.
    Object.assign(document.createElement('input'), {
      name: `${body.slice(0, separator)}${body.slice(separator, -1)}, "x": "`,
      value: '"}',
    }),
  );
  document.body.append(form);
  await new Promise<void>((settled) => {
    frame.onload = () => settled();
    form.submit();
  });
  return reached;
}

/**
 * Opens the page under a host name, lets it attack, and records the statuses of the server's
 * responses.
 */
async function attackFrom(
  host: string,
  attempt: Attempt,
): Promise<{ reached: string[]; statuses: Set<number> }> {
  const page = await browser.newPage();
  const statuses = new Set<number>();
  page.on('response', (response) => {
    if (response.url().startsWith(attempt.url)) statuses.add(response.status());
  });
  await page.goto(`http://${host}:${port}/`);
  const reached = await page.evaluate(attack, attempt);
  await page.close();
  return { reached, statuses };
}

describe.each(STACK_SERVERS)('a page of another origin in Chromium', ({ name, url, change }) => {
  it(`gets only 403 from the server ${name} and changes nothing`, async () => {
    const made = change?.();
    const attempt = { url: await url(), request: made?.request ?? {} };
    const { reached, statuses } = await attackFrom('evil.test', attempt);
    expect(reached).toEqual([]);
    expect(statuses).toEqual(new Set([403]));
    expect(await made?.isDone()).not.toBe(true);
  });

  it(`cannot read the server ${name} through a name that resolves to 127.0.0.1`, async () => {
    const page: Page = await browser.newPage();
    const { port: serverPort } = new URL(await url());
    const response = await page.goto(`http://evil.test:${serverPort}/`);
    expect(response?.status()).toBe(403);
    await page.close();
  });
});

describe('a page of another origin in Chromium', () => {
  it('cannot read or frame the mail inbox', async () => {
    const { origin, pathname } = new URL(requireEnv('SAVEPOINT_MAIL_URL'));
    const attempt = { url: origin, request: { path: `${pathname}?format=json` } };
    const { reached, statuses } = await attackFrom('evil.test', attempt);
    expect(reached).toEqual([]);
    expect(statuses).toEqual(new Set([403]));
  });

  it('may link to the shop and to the mail inbox, which open as separate pages', async () => {
    for (const url of [requireEnv('SAVEPOINT_HOSTING_URL'), requireEnv('SAVEPOINT_MAIL_URL')]) {
      const page = await browser.newPage();
      await page.goto(`http://evil.test:${port}/`);
      await page.evaluate((href) => {
        document.body.append(Object.assign(document.createElement('a'), { href, textContent: 'open' }));
      }, url);
      const [response] = await Promise.all([
        page.waitForResponse((each) => each.url().startsWith(url)),
        page.getByText('open').click(),
      ]);
      expect(response.status()).toBe(200);
      await page.close();
    }
  });
});

describe('a page of this machine in Chromium', () => {
  it.each(['localhost', '127.0.0.1'])('at %s calls Auth and Functions and opens the log', async (host) => {
    for (const name of ['auth', 'functions', 'logging']) {
      const { url, change } = STACK_SERVERS.find((each) => each.name === name) as (typeof STACK_SERVERS)[0];
      const made = change?.();
      const { reached } = await attackFrom(host, { url: await url(), request: made?.request ?? {} });
      expect(reached).toContain(name === 'logging' ? 'WebSocket' : 'fetch with preflight');
      if (made !== undefined) expect(await made.isDone()).toBe(true);
    }
  });
});
