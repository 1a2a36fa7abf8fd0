import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MessagingEmulator, startMessaging } from '../../packages/messaging/src/server.ts';
import { expectAccessible } from './accessibility.ts';
import { type StudioStack, startStudioStack } from './studio-stack.ts';

const TIMEOUT_MS = 90_000;
const TRACE = '0af7651916cd43dd8448eb211c80319c';

let emulator: MessagingEmulator;
let stack: StudioStack;

beforeAll(async () => {
  emulator = await startMessaging({ port: 0 });
  stack = await startStudioStack({ description: { messaging: { url: emulator.url } } });
}, TIMEOUT_MS);

afterAll(async () => {
  await stack.close();
  await emulator.close();
});

it('The messages page lists sent messages, shows one as JSON, and unregisters its token', {
  timeout: TIMEOUT_MS,
}, async () => {
  const page = await stack.open('/messages');
  await page.getByText('No messages yet').waitFor();
  const message = { token: 'cXyz:APA91b', notification: { title: 'Your <b>order</b>' }, data: { id: '7' } };
  emulator.outbox.send({ project: 'demo', message, isDryRun: false, traceId: TRACE });
  const row = page.getByRole('row', { name: 'token cXyz:APA91b' });
  await row.getByText('Sent').waitFor();
  await row.getByRole('link').click();
  const details = page.getByRole('region', { name: 'Your <b>order</b>' });
  await details.getByText('"id": "7"').waitFor();
  expect(await details.getByRole('link', { name: 'Trace' }).getAttribute('href')).toBe(`/traces/${TRACE}`);
  await expectAccessible(page, () => details.getByText('"id": "7"').waitFor());
  await details.getByRole('button', { name: 'Unregister the token' }).click();
  await details.getByRole('button', { name: 'Register the token' }).waitFor();
  expect(() => emulator.outbox.send({ project: 'demo', message, isDryRun: false })).toThrow('not found');
  await page.getByRole('row').getByText('NOT_FOUND').waitFor();
  // A rejected message may be malformed; the page still lists the others.
  for (const refused of [{ notification: { title: { text: 'Hi' } } }, { notification: null }, 'text'])
    expect(() => emulator.outbox.send({ project: 'demo', message: refused, isDryRun: false })).toThrow();
  await page.getByRole('row', { name: 'nobody' }).nth(2).waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('No messages yet').waitFor();
  await page.close();
});
