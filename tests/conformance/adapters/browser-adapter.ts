import type { Browser } from 'playwright';
import { bundleForBrowser, servePage } from '../../support/bundled-page.ts';
import type { ClientAdapter, Operations } from '../client-adapter.ts';
import { mapErrorCodes, pickOperations } from './node-adapters.ts';

type WebChannelMode = 'auto-detect' | 'streaming' | 'long-polling';

let bundle: Promise<string> | undefined;

/** The bundled script of the page. */
function pageScript(): Promise<string> {
  bundle ??= bundleForBrowser(new URL('browser-page.ts', import.meta.url));
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
  const served = await servePage(await pageScript());
  const page = await browser.newPage();
  await page.goto(served.url);
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
      await served.close();
    },
  };
}
