import { buildFunctionsIfStale, watchFunctions } from '../builds/functions-build.ts';
import { buildWebAppIfStale, hasWebApp, startDevServer } from '../builds/web-app.ts';
import type { Command } from '../cli/command.ts';
import { ALLOW_ORIGIN, ALLOW_OUTBOUND } from '../cli/command-line.ts';
import { serverUrl, webEnvironment } from '../config/environment.ts';
import { assertPortsFree, offsetPorts, type Ports } from '../config/ports.ts';
import { SITE_FOLDER } from '../config/repository.ts';
import { allowOrigins } from '../processes/inbound-guard.ts';
import { allowOutbound } from '../processes/outbound-guard.ts';
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

/** `npm start`: runs the shop on this machine until Ctrl+C. */
export const start: Command = {
  summary: 'run the shop on this machine',
  usage: 'npm start -- [--port-offset N] [--shopify] [--allow-outbound HOST,...] [--allow-origin ORIGIN,...]',
  flags: {
    'port-offset': { type: 'number', value: 'N', description: 'add N to all ports (default 0)' },
    shopify: { type: 'boolean', description: 'also start the Shopify emulator' },
    'allow-outbound': ALLOW_OUTBOUND,
    'allow-origin': ALLOW_ORIGIN,
  },
  async run(invocation) {
    const startedAt = performance.timeOrigin;
    const ports = offsetPorts(invocation.number('port-offset') ?? 0);
    allowOutbound(invocation.text('allow-outbound'));
    allowOrigins(invocation.text('allow-origin'));
    const run = new Run();
    const shutdown = waitForShutdownSignal();
    try {
      const running = runStack(run, { ports, shopify: invocation.flag('shopify'), startedAt });
      running.catch(() => undefined);
      await Promise.race([running, shutdown]);
    } catch (error) {
      if (!run.isEnding) throw error;
    } finally {
      unregisterRunningStack(ports);
      await run.end();
    }
    console.log('\nStopped; no process is left running.');
    return 0;
  },
};

/** Starts everything; rejects when a server exits. */
async function runStack(run: Run, { ports, shopify, startedAt }: StartOptions): Promise<never> {
  const shopUrl = serverUrl(ports.shop);
  await assertPortsFree(ports, ['shop']);
  console.log('Starting the shop ...');
  let isReady = false;
  const onLine = (server: string, line: string) => {
    // The writes of the seed would fill the screen.
    if (server === 'firestore' && !isReady) return;
    const text = formatServerLine(server, line);
    if (text !== undefined && !run.isEnding) console.log(text);
  };
  const stack = await startStack({ run, ports, shopUrl, hostingFolder: SITE_FOLDER, shopify, onLine });
  const web = { run, env: stack.environment, onLine: (line: string) => onLine('web', line) };
  const broken = [stack.broken];
  if (hasWebApp()) {
    const server = startDevServer({ ...web, env: { ...web.env, ...webEnvironment(ports) } }, ports.shop);
    broken.push(
      server.exit.then((code) =>
        Promise.reject(new UserError(`The dev server exited with code ${code}`, 'Its last lines are above.')),
      ),
    );
    await Promise.race([waitForHttp('The dev server', ports.shop, () => run.isEnding), ...broken]);
  }
  registerRunningStack(ports);
  isReady = true;
  watchFunctions(run.folder, (line) => console.log(line));
  console.log(formatStartSummary({ ports, shopify, seconds: (Date.now() - startedAt) / 1000 }));
  if (hasWebApp()) buildSiteInBackground(web);
  return rejectWhenBroken(stack, broken);
}

async function rejectWhenBroken(stack: Stack, broken: readonly Promise<never>[]): Promise<never> {
  try {
    return await Promise.race(broken);
  } finally {
    stack.stop();
  }
}

/** Builds what the Hosting emulator serves. It starts after the summary is printed, so that the shop is ready sooner. */
function buildSiteInBackground(web: Parameters<typeof buildWebAppIfStale>[0]): void {
  buildWebAppIfStale(web)
    .then(() => buildFunctionsIfStale())
    .catch((error: Error) => console.log(error.message));
}
