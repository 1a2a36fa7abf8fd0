// Owns `npm start`: the whole shop on this machine, until Ctrl+C.
import { Complaint } from '../complaint.ts';
import { serverUrl, webEnvironment } from '../environment.ts';
import { offsetPorts, type Ports, requireFree } from '../ports.ts';
import { Run } from '../processes/run.ts';
import { untilStopped } from '../processes/until-stopped.ts';
import { waitForAnswer } from '../processes/wait-for-answer.ts';
import { SITE } from '../repository.ts';
import { forgetRunning, noteRunning } from '../running-stack.ts';
import { buildFunctionsIfStale, watchFunctions } from '../shop/functions-bundle.ts';
import { buildWebIfStale, hasWeb, startDevServer } from '../shop/web.ts';
import { type Stack, startStack } from '../stack.ts';
import { startTable } from '../start-table.ts';
import { terminalLine } from '../terminal-line.ts';
import type { Command } from './command.ts';

interface StartOptions {
  readonly ports: Ports;
  readonly shopify: boolean;
  readonly startedAt: number;
}

export const start: Command = {
  summary: 'run the whole shop on this machine',
  usage: 'npm start -- [--port-offset N] [--shopify] [--allow-outbound HOST,...]',
  flags: { 'port-offset': 'number', shopify: 'boolean', 'allow-outbound': 'string' },
  words: 0,
  async run(invocation) {
    const startedAt = performance.timeOrigin;
    const ports = offsetPorts(invocation.number('port-offset') ?? 0);
    const outbound = invocation.text('allow-outbound');
    if (outbound !== undefined) process.env.SAVEPOINT_ALLOW_OUTBOUND = outbound;
    const run = new Run();
    const stopped = untilStopped();
    try {
      const running = runStack(run, { ports, shopify: invocation.flag('shopify'), startedAt });
      running.catch(() => undefined);
      await Promise.race([running, stopped]);
    } catch (error) {
      if (!run.isEnding) throw error;
    } finally {
      forgetRunning(ports);
      await run.end();
    }
    console.log('\nStopped; nothing is left running.');
    return 0;
  },
};

/** Starts everything and stays until a server dies. */
async function runStack(run: Run, { ports, shopify, startedAt }: StartOptions): Promise<never> {
  const shopUrl = serverUrl(ports.shop);
  await requireFree(ports, ['shop']);
  console.log('Starting the shop ...');
  let isOpen = false;
  const onLine = (server: string, line: string) => {
    // The seed's own writes are of no interest to anybody.
    if (server === 'firestore' && !isOpen) return;
    const text = terminalLine(server, line);
    if (text !== undefined && !run.isEnding) console.log(text);
  };
  const stack = await startStack({ run, ports, shopUrl, hostingFolder: SITE, shopify, onLine });
  const web = { run, env: stack.environment, onLine: (line: string) => onLine('web', line) };
  const broken = [stack.broken];
  if (hasWeb()) {
    const server = startDevServer({ ...web, env: { ...web.env, ...webEnvironment(ports) } }, ports.shop);
    broken.push(server.exit.then(() => Promise.reject(new Complaint('The dev server ended', 'See above.'))));
    await Promise.race([waitForAnswer('The dev server', ports.shop, () => run.isEnding), ...broken]);
  }
  noteRunning(ports);
  isOpen = true;
  watchFunctions(run.folder, (line) => console.log(line));
  console.log(startTable({ ports, shopify, seconds: (Date.now() - startedAt) / 1000 }));
  if (hasWeb()) buildSiteInBackground(web);
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
function buildSiteInBackground(web: Parameters<typeof buildWebIfStale>[0]): void {
  buildWebIfStale(web)
    .then(() => buildFunctionsIfStale())
    .catch((error: Error) => console.log(error.message));
}
