import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright';
import { requireChromium } from '../../support/chromium.ts';
import type { ClientAdapter, Operations } from '../client-adapter.ts';
import { mapErrorCodes, pickOperations } from './node-adapters.ts';

type WebChannelMode = 'auto-detect' | 'streaming' | 'long-polling';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

/** Launches Chromium, which all browser adapters of one run share. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ args: ARGUMENTS, executablePath: await requireChromium() });
}

let bundle: Promise<string> | undefined;

/** The bundled script of the page. */
function pageScript(): Promise<string> {
  bundle ??= build({
    entryPoints: [fileURLToPath(new URL('browser-page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    conditions: ['browser'],
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  return bundle;
}

/**
 * firebase/firestore in Chromium, over WebChannel in one of its modes, on a page with its own
 * origin.
 */
export async function createBrowserAdapter(
  browser: Browser,
  host: string,
  projectId: string,
  mode: WebChannelMode,
): Promise<ClientAdapter> {
  const script = await pageScript();
  const server = createServer((request, response) => {
    if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script);
    else
      response.setHeader('content-type', 'text/html').end('<!doctype html><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.evaluate(
    ([address, project, transport]) =>
      globalThis.openAdapter(address as string, project as string, transport as never),
    [host, projectId, mode],
  );
  const call =
    (name: keyof Operations) =>
    async (...args: unknown[]): Promise<never> => {
      const result = await page.evaluate(
        ([operation, values]) => globalThis.callAdapter(operation as keyof Operations, values as unknown[]),
        [name, args] as const,
      );
      if ('code' in result) throw Object.assign(new Error(result.message), { code: result.code });
      return result.value as never;
    };
  const operations: Operations = {
    get: call('get'),
    write: call('write'),
    query: call('query'),
    aggregate: call('aggregate'),
    addInTransaction: call('addInTransaction'),
    listen: call('listen'),
    awaitSnapshot: call('awaitSnapshot'),
    unlisten: call('unlisten'),
  };
  return {
    ...pickOperations(mapErrorCodes(operations, (error) => String(error.code ?? 'unknown'))),
    name: `browser (WebChannel, ${mode})`,
    canListen: true,
    isOwner: false,
    async close() {
      await page.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
