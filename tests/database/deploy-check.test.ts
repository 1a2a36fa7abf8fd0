// `savepoint deploy --check` for a project with only the Realtime Database.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openProject } from '../../packages/stack/src/config/project.ts';
import { checkDeployment } from '../../packages/stack/src/deployment/check-deployment.ts';
import { Run } from '../../packages/stack/src/processes/run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'database-deployment-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: unknown) =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

async function check(): Promise<string> {
  const project = openProject(folder, { project: 'my-app' });
  const run = new Run(project.environment);
  try {
    return (await checkDeployment(project, run)).output;
  } finally {
    await run.end();
  }
}

it('reports the errors of rules with line and column', async () => {
  write('firebase.json', { database: { rules: 'database.rules.json' } });
  write('database.rules.json', '{\n  "rules": {\n    ".read": "auth != nul"\n  }\n}');
  const output = await check();
  expect(output).toMatch(
    /FAIL {2}rules: .*database\.rules\.json does not compile:\n.*database\.rules\.json:3:23 ERROR Unknown variable 'nul'\./,
  );
  expect(output).toContain('ok    realtime database: rules for my-app-default-rtdb; ');
});

it('names the instances that get rules, resolving a target for the deployed project', async () => {
  write('firebase.json', {
    database: [
      { target: 'main', rules: 'database.rules.json' },
      { instance: 'my-app-logs', rules: 'database.rules.json' },
    ],
  });
  write('database.rules.json', '{"rules": {}}');
  write('.firebaserc', {
    projects: { default: 'other' },
    targets: { other: { database: { main: ['other-default-rtdb'] } } },
  });
  expect(await check()).toContain(
    'FAIL  realtime database: firebase.json has the deploy target "main" of the Realtime Database, but .firebaserc lists no instances for it in my-app',
  );
  write('.firebaserc', { targets: { 'my-app': { database: { main: ['my-app-eu', 'my-app-us'] } } } });
  const output = await check();
  expect(output).toContain('ok    rules: compile');
  expect(output).toContain(
    'ok    realtime database: rules for my-app-eu, my-app-us, my-app-logs; each must exist in production: firebase database:instances:create my-app-eu; ',
  );
});

it('fails for a list entry that names no instance, like a deployment', async () => {
  write('firebase.json', { database: [{ rules: 'database.rules.json' }] });
  write('database.rules.json', '{"rules": {}}');
  expect(await check()).toContain('FAIL  realtime database: firebase.json lists rules');
});
