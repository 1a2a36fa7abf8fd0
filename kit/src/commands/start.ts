// Owns `npm start`: the whole shop on this machine, until Ctrl+C.

import { buildFunctionsIfStale, watchFunctions } from '../builds/functions-build.ts';
import { buildWebAppIfStale, hasWebApp, startDevServer } from '../builds/web-app.ts';
import type { Command } from '../cli/command.ts';
import { serverUrl, webEnvironment } from '../config/environment.ts';
import { assertPortsFree, offsetPorts, type Ports } from '../config/ports.ts';
import { SITE_FOLDER } from '../config/repository.ts';
import { Run } from '../processes/run.ts';
import { waitForShutdownSignal } from '../processes/shutdown-signal.ts';
import { waitForHttp } from '../processes/wait-for-http.ts';
import { registerRunningStack, unregisterRunningStack } from '../stack/running-stacks.ts';
import { formatServerLine } from '../stack/server-output.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { formatStartSummary } from '../stack/start-summary.ts';
import { UserError } from '../user-error.ts';

interface StartOptions {
  readonly ports: Ports;
  readonly shopify: boolean;
  readonly startedAt: number;
}

export const start: Command = {
  summary: 'run the whole shop on this machine',
  usage: 'npm start -- [--port-offset N] [--shopify] [--allow-outbound HOST,...]',
  flags: { 'port-offset': 'number', shopify: 'boolean', 'allow-outbound': 'string' },
  positionals: 0,
  async run(invocation) {
    const startedAt = performance.timeOrigin;
    const ports = offsetPorts(invocation.number('port-offset') ?? 0);
    const outbound = invocation.text('allow-outbound');
    if (outbound !== undefined) process.env.SAVEPOINT_ALLOW_OUTBOUND = outbound;
    const run = new Run();
    const stopped = waitForShutdownSignal();
    try {
      const running = runStack(run, { ports, shopify: invocation.flag('shopify'), startedAt });
      running.catch(() => undefined);
      await Promise.race([running, stopped]);
    } catch (error) {
      if (!run.isEnding) throw error;
    } finally {
      unregisterRunningStack(ports);
      await run.end();
    }
    console.log('\nStopped; nothing is left running.');
    return 0;
  },
};

/** Starts everything and stays until a server dies. */
async function runStack(run: Run, { ports, shopify, startedAt }: StartOptions): Promise<never> {
  const shopUrl = serverUrl(ports.shop);
  await assertPortsFree(ports, ['shop']);
  console.log('Starting the shop ...');
  let isOpen = false;
  const onLine = (server: string, line: string) => {
    // The seed's own writes are of no interest to anybody.
    if (server === 'firestore' && !isOpen) return;
    const text = formatServerLine(server, line);
    if (text !== undefined && !run.isEnding) console.log(text);
  };
  const stack = await startStack({ run, ports, shopUrl, hostingFolder: SITE_FOLDER, shopify, onLine });
  const web = { run, env: stack.environment, onLine: (line: string) => onLine('web', line) };
  const broken = [stack.broken];
  if (hasWebApp()) {
    const server = startDevServer({ ...web, env: { ...web.env, ...webEnvironment(ports) } }, ports.shop);
    broken.push(server.exit.then(() => Promise.reject(new UserError('The dev server ended', 'See above.'))));
    await Promise.race([waitForHttp('The dev server', ports.shop, () => run.isEnding), ...broken]);
  }
  registerRunningStack(ports);
  isOpen = true;
  watchFunctions(run.folder, (line) => console.log(line));
  console.log(formatStartSummary({ ports, shopify, seconds: (Date.now() - startedAt) / 1000 }));
  if (hasWebApp()) buildSiteInBackground(web);
  return stayUntilBroken(stack, broken);
}

async function stayUntilBroken(stack: Stack, broken: readonly Promise<never>[]): Promise<never> {
  try {
    return await Promise.race(broken);
  } finally {
    stack.stop();
  }
}

/** The Hosting emulator serves the production build; it is made after the table so that it delays nobody. */
function buildSiteInBackground(web: Parameters<typeof buildWebAppIfStale>[0]): void {
  buildWebAppIfStale(web)
    .then(() => buildFunctionsIfStale())
    .catch((error: Error) => console.log(error.message));
}
