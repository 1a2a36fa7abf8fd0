import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import { findFreePorts, type Ports } from '../../packages/stack/src/config/ports.ts';
import { Run } from '../../packages/stack/src/processes/run.ts';
import {
  ServerProcess,
  type ServerProcessOptions,
} from '../../packages/stack/src/processes/server-process.ts';
import { serveServerControl } from '../../packages/stack/src/stack/server-control.ts';
import { openShop } from '../support/shop-project.ts';
import { expectAccessible } from './accessibility.ts';
import { type StudioStack, startStudioStack } from './studio-stack.ts';

const START_TIMEOUT_MS = 60_000;
const TEST_TIMEOUT_MS = 90_000;
const NOTE = 'Authentication and Functions stop and start together.';
/** Responds to everything, unless a file exists. */
const SERVER = `if (require('node:fs').existsSync(process.argv[2])) { console.error('no settings'); process.exit(3); }
  require('node:http').createServer((_, response) => response.end()).listen(Number(process.argv[1]), '127.0.0.1');`;
/** The command `server`, for a stack that is not in this user's registry. */
const COMMAND = `import { changeServer } from ${JSON.stringify(new URL('../../packages/stack/src/stack/server-control.ts', import.meta.url).href)};
  const [, action, name, socket] = process.argv.slice(1);
  await changeServer(socket, name, action).then(console.log, ({ message }) => { console.log(message); process.exitCode = 1; });`;

let run: Run;
let ports: Ports;
let stack: StudioStack;
let brokenFile: string;
const exits: string[] = [];

beforeAll(async () => {
  run = new Run();
  ports = await findFreePorts(openShop());
  brokenFile = join(run.folder, 'broken');
  const port = String(ports.stripe);
  const start = async (name: string, parts: Partial<ServerProcessOptions>, ...args: string[]) => {
    const server = new ServerProcess({
      run,
      name,
      ports,
      ...parts,
      process: { command: process.execPath, args: ['-e', SERVER, ...args], cwd: tmpdir() },
      onExit: (problem) => exits.push(problem),
    });
    await server.responds();
    return server;
  };
  const stripe = await start('stripe', {}, port, brokenFile);
  const eventLog = await start('eventLog', {}, String(ports.eventLog), join(run.folder, 'never'));
  const firebaseTools = await start(
    'firebase-tools',
    {
      portNames: ['auth', 'functions'],
      note: NOTE,
      afterStart: async (tell) => tell('Accounts are as before.'),
    },
    String(ports.auth),
    join(run.folder, 'never'),
  );
  const control = join(run.folder, 'servers.sock');
  serveServerControl(control, [stripe, eventLog, firebaseTools]);
  stack = await startStudioStack({
    description: {
      servers: [
        { name: 'auth', label: 'Authentication', url: serverUrl(ports.auth), state: 'running' },
        { name: 'stripe', label: 'Stripe', url: serverUrl(ports.stripe as number), state: 'running' },
        { name: 'eventLog', label: 'Event log', url: serverUrl(ports.eventLog as number), state: 'running' },
        { name: 'functions', label: 'Functions', url: 'http://127.0.0.1:1', state: 'running' },
      ],
      control,
      commandLine: {
        argv: [process.execPath, '--input-type=module', '-e', COMMAND],
        flags: [control],
        folder: tmpdir(),
      },
    },
  });
}, START_TIMEOUT_MS);

afterAll(async () => {
  await stack.close();
  await run.end();
});

const cardOf = (page: Page, label: string) => page.getByRole('listitem').filter({ hasText: label }).first();
const responds = () =>
  fetch(serverUrl(ports.stripe as number)).then(
    () => true,
    () => false,
  );

describe('a server of the overview', { timeout: TEST_TIMEOUT_MS }, () => {
  it('is stopped, started and restarted by its buttons, and an intended stop is not a failure', async () => {
    const page = await stack.open('/');
    const card = cardOf(page, 'Stripe');
    await card.getByRole('button', { name: 'Stop Stripe' }).click();
    await card.getByText('stopped', { exact: true }).waitFor();
    await page.getByText('Stripe is stopped.').waitFor();
    expect(await responds()).toBe(false);
    expect(await page.getByRole('alert').textContent()).not.toContain('Stripe');
    await card.getByRole('button', { name: 'Start Stripe' }).click();
    await card.getByText('running', { exact: true }).waitFor();
    expect(await responds()).toBe(true);
    // The same message reports the end of the restart.
    const started = page.locator('.toast').filter({ hasText: 'Stripe responds.' });
    await started.getByRole('button', { name: 'Dismiss' }).click();
    await started.waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Restart Stripe' }).click();
    await page.getByText('Stripe responds.').waitFor();
    await card.getByRole('button', { name: 'Stop Stripe' }).waitFor();
    expect(await responds()).toBe(true);
    expect(exits).toEqual([]);
    await page.close();
  });

  it('asks for confirmation before the event log is stopped, because nothing is recorded meanwhile', async () => {
    const page = await stack.open('/');
    const card = cardOf(page, 'Event log');
    const dialog = page.getByRole('dialog');
    await card.getByRole('button', { name: 'Stop Event log' }).click();
    await dialog.getByText('is missing in traces').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await card.getByRole('button', { name: 'Stop Event log' }).click();
    await expectAccessible(page, () => dialog.waitFor());
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText('Event log is stopped.').waitFor();
    await card.getByRole('button', { name: 'Start Event log' }).click();
    await page.getByText('Event log responds.').waitFor();
    await page.close();
  });

  it('shows that it is starting, and not as a failure', async () => {
    const page = await stack.open('/');
    await page.route('**/api/servers', async (route) => {
      const response = await route.fetch();
      const { servers } = (await response.json()) as { servers: { name: string }[] };
      return route.fulfill({
        json: {
          servers: servers.map((each) => (each.name === 'stripe' ? { ...each, state: 'starting' } : each)),
        },
      });
    });
    await page.reload();
    await cardOf(page, 'Stripe').getByText('starting', { exact: true }).waitFor();
    expect(await page.getByRole('alert').textContent()).not.toContain('Stripe');
    await page.close();
  });

  it('restarts with the others of its process, as the page says before and after', async () => {
    const page = await stack.open('/');
    await page.getByText(NOTE, { exact: true }).waitFor();
    await cardOf(page, 'Functions').getByRole('button', { name: 'Restart Functions' }).waitFor();
    await cardOf(page, 'Authentication').getByRole('button', { name: 'Restart Authentication' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(NOTE).waitFor();
    await dialog.getByRole('button', { name: 'Restart', exact: true }).click();
    await page.getByText(`firebase-tools responds. ${NOTE} Accounts are as before.`).waitFor();
    await page.close();
  });

  it('links to its errors in the traces', async () => {
    const page = await stack.open('/');
    await page.route('**/api/log/api/query', async (route) => {
      const { sql } = route.request().postDataJSON() as { sql: string };
      if (!sql.includes('GROUP BY service')) return route.continue();
      return route.fulfill({ json: { columns: ['service', 'errors'], rows: [['functions', 2]] } });
    });
    await page.reload();
    await page.getByRole('link', { name: '2 errors of Functions' }).click();
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('status:error service:functions');
    await page.close();
  });

  it('shows its last lines if it does not come up again, without an axe violation in either theme', async () => {
    const page = await stack.open('/');
    const card = cardOf(page, 'Stripe');
    writeFileSync(brokenFile, '');
    await card.getByRole('button', { name: 'Restart Stripe' }).click();
    await card.getByText('no settings').waitFor();
    await page.getByRole('alert').filter({ hasText: 'Stripe' }).waitFor();
    await expectAccessible(page, () => card.getByText('failed', { exact: true }).waitFor());
    await page.close();
  });
});
