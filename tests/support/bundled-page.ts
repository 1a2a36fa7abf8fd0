// A page whose only script is bundled from a test file, on a separate origin.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A page that is served until it is closed. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Bundles the module at `script` for browsers. */
export async function bundleForBrowser(script: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(script)],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    conditions: ['browser'],
    // Like bundlers of web apps.
    define: { 'process.env': '{}' },
  });
  return outputFiles[0]?.text ?? '';
}

/** Serves a page that runs a bundled script. */
export async function servePage(script: string): Promise<ServedPage> {
  const server = createServer((request, response) => {
    if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script);
    else
      response.setHeader('content-type', 'text/html').end('<!doctype html><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
