import { afterEach, expect, test } from 'vitest';
import { type EmulatorSettings, type RunningEmulator, startEmulator } from './start-emulator.ts';

const lines: string[] = [];
let running: RunningEmulator | undefined;

afterEach(async () => {
  await running?.close();
  lines.length = 0;
});

async function start(settings: EmulatorSettings): Promise<void> {
  running = await startEmulator({ ...settings, port: 0, log: (line) => lines.push(line) });
}

async function write(projectId: string): Promise<Response> {
  const path = `/v1/projects/${projectId}/databases/(default)/documents/c/d`;
  return fetch(`http://${running?.host}${path}`, { method: 'PATCH', body: '{}' });
}

const warnings = () => lines.filter((line) => line.startsWith('WARNING'));

test('warns once of each project that the emulator was not started for, and serves it', async () => {
  await start({ projectId: 'mine', singleProjectMode: 'warn' });
  for (const project of ['mine', 'theirs', 'theirs', 'another'])
    expect((await write(project)).status).toBe(200);
  expect(warnings()).toEqual([
    expect.stringMatching(/names project "theirs".*started for "mine".*singleProjectMode/),
    expect.stringContaining('names project "another"'),
  ]);
});

test('refuses other projects where that is asked for', async () => {
  await start({ projectId: 'mine', singleProjectMode: 'refuse' });
  expect((await write('mine')).status).toBe(200);
  for (let time = 0; time < 2; time++) {
    const answer = await write('theirs');
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('started for \\"mine\\"');
  }
  expect([...(running?.emulator.databases() ?? [])]).toEqual(['projects/mine/databases/(default)']);
});

test('serves all projects without a word otherwise', async () => {
  await start({ projectId: 'mine' });
  expect((await write('theirs')).status).toBe(200);
  expect(warnings()).toEqual([]);
});
