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

test('single project mode "warn" serves other projects and warns once about each', async () => {
  await start({ projectId: 'mine', singleProjectMode: 'warn' });
  for (const project of ['mine', 'theirs', 'theirs', 'another'])
    expect((await write(project)).status).toBe(200);
  expect(warnings()).toEqual([
    expect.stringMatching(/names project "theirs".*started for "mine".*singleProjectMode/),
    expect.stringContaining('names project "another"'),
  ]);
});

test('single project mode "error" rejects requests for other projects with 400', async () => {
  await start({ projectId: 'mine', singleProjectMode: 'error' });
  expect((await write('mine')).status).toBe(200);
  for (let time = 0; time < 2; time++) {
    const response = await write('theirs');
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('started for \\"mine\\"');
  }
  expect([...(running?.emulator.databases() ?? [])]).toEqual(['projects/mine/databases/(default)']);
});

test('single project mode is off by default: other projects are served without a warning', async () => {
  await start({ projectId: 'mine' });
  expect((await write('theirs')).status).toBe(200);
  expect(warnings()).toEqual([]);
});

test('GET /emulator/v1/projects lists the projects that have databases', async () => {
  await start({ projectId: 'mine' });
  const projects = async () => (await fetch(`http://${running?.host}/emulator/v1/projects`)).json();
  expect(await projects()).toEqual({ projects: [] });
  for (const project of ['mine', 'theirs', 'theirs']) await write(project);
  expect(await projects()).toEqual({ projects: ['mine', 'theirs'] });
});
