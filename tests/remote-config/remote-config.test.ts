// The Admin SDK and the web SDK read the same file.
import {
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, deleteApp, initializeApp } from 'firebase-admin/app';
import type { RemoteConfig } from 'firebase-admin/remote-config';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RemoteConfigEmulator, startRemoteConfig } from '../../packages/remote-config/src/server.ts';

const TEMPLATE = `{
  // Who sees the new cart.
  "conditions": [
    { "name": "ios", "expression": "device.os == 'ios'" },
    { "name": "beta", "expression": "app.customSignal['beta'].exactlyMatches(['yes'])" },
    { "name": "paying", "expression": "app.audiences.inAtLeastOne(['paying'])" }
  ],
  "parameters": {
    "cart": { "defaultValue": { "value": "old" }, "conditionalValues": { "ios": { "value": "new" }, "beta": { "value": "beta" } } },
    "own": { "defaultValue": { "useInAppDefault": true } }
  },
  "parameterGroups": { "shop": { "parameters": { "limit": { "defaultValue": { "value": "5" }, "valueType": "NUMBER" } } } }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'savepoint-remote-config-'));
const file = join(folder, 'remoteconfig.template.json');
let emulator: RemoteConfigEmulator;
let app: App;
let remoteConfig: RemoteConfig;

beforeAll(async () => {
  writeFileSync(file, TEMPLATE);
  emulator = await startRemoteConfig({ port: 0, template: file });
  vi.stubEnv('FIREBASE_REMOTE_CONFIG_URL_BASE', emulator.url);
  // It reads the variable at load.
  const { getRemoteConfig } = await import('firebase-admin/remote-config');
  const credential = { getAccessToken: async () => ({ access_token: 'owner', expires_in: 3600 }) };
  app = initializeApp({ projectId: 'demo-app', credential }, 'remote-config');
  remoteConfig = getRemoteConfig(app);
});
beforeEach(() => writeFileSync(file, TEMPLATE));
afterAll(async () => {
  vi.unstubAllEnvs();
  await deleteApp(app);
  await emulator.close();
  rmSync(folder, { recursive: true });
});

describe('the Admin SDK', () => {
  it("gets the template from the file, including an editor's saves", async () => {
    const template = await remoteConfig.getTemplate();
    expect(template.parameters.cart?.defaultValue).toEqual({ value: 'old' });
    expect(template.parameterGroups.shop?.parameters.limit).toMatchObject({ valueType: 'NUMBER' });
    writeFileSync(file, TEMPLATE.replace('"old"', '"older"'));
    const changed = await remoteConfig.getTemplate();
    expect(changed.parameters.cart?.defaultValue).toEqual({ value: 'older' });
    expect(changed.etag).not.toBe(template.etag);
    expect(Number(changed.version?.versionNumber)).toBeGreaterThan(Number(template.version?.versionNumber));
  });

  it('evaluates it for a server, with signals', async () => {
    const template = await remoteConfig.getServerTemplate({ defaultConfig: { own: 'mine' } });
    const config = template.evaluate({ randomizationId: 'a', beta: 'yes' });
    expect([config.getString('cart'), config.getString('own'), config.getNumber('limit')]).toEqual([
      'beta',
      'mine',
      5,
    ]);
    expect(template.evaluate({ beta: 'no' }).getString('cart')).toBe('old');
  });

  it('publishes to the file, unless it has changed since', async () => {
    const template = await remoteConfig.getTemplate();
    template.parameters.cart = { defaultValue: { value: 'published' } };
    await remoteConfig.validateTemplate(template);
    expect(readFileSync(file, 'utf8')).toBe(TEMPLATE);
    await remoteConfig.publishTemplate(template);
    expect(JSON.parse(readFileSync(file, 'utf8')).parameters.cart).toEqual({
      defaultValue: { value: 'published' },
    });
    await expect(remoteConfig.publishTemplate(template)).rejects.toMatchObject({
      code: 'remote-config/failed-precondition',
      message: expect.stringContaining('[VERSION_MISMATCH]'),
    });
    await remoteConfig.publishTemplate(template, { force: true });
  });

  it("publishes a later version than the file's", async () => {
    writeFileSync(file, TEMPLATE.replace('{', '{ "version": { "versionNumber": "41" },'));
    const { version } = await remoteConfig.publishTemplate(await remoteConfig.getTemplate());
    expect(Number(version?.versionNumber)).toBeGreaterThan(41);
  });

  it.each([
    [
      'names a condition that there is not',
      TEMPLATE.replace('"beta": { "value"', '"gamma": { "value"'),
      /\[VALIDATION_ERROR\]: \[gamma\] are not valid condition names/,
    ],
    [
      'has an expression that is none',
      TEMPLATE.replace("device.os == 'ios'", 'device.os is ios'),
      /The condition ios has an invalid expression: "device\.os is ios" is not a condition/,
    ],
    [
      'is not JSON',
      TEMPLATE.replace('"own": {', '"own" {'),
      /remoteconfig\.template\.json:10 is not valid JSON/,
    ],
    [
      'has no list of conditions',
      '{ "conditions": {} }',
      /"conditions" must be a list of names and expressions/,
    ],
    ['has a condition without a name', '{ "conditions": [{}] }', /"conditions" must be a list of names/],
    [
      'has a parameter that is none',
      '{ "parameters": { "cart": null } }',
      /"parameters\.cart" must be an object/,
    ],
    [
      'has a group that is none',
      '{ "parameterGroups": { "shop": { "parameters": { "limit": "5" } } } }',
      /"parameterGroups\.shop\.parameters\.limit" must be an object/,
    ],
    [
      'has a value of a number',
      '{ "parameters": { "cart": { "defaultValue": { "value": 5 } } } }',
      /"parameters\.cart\.defaultValue\.value" must be a string/,
    ],
    [
      'has a default value that is a text',
      '{ "parameters": { "cart": { "defaultValue": "old" } } }',
      /"parameters\.cart\.defaultValue" must be an object/,
    ],
    [
      'has conditional values of null',
      '{ "parameters": { "cart": { "conditionalValues": null } } }',
      /"parameters\.cart\.conditionalValues" must be an object/,
    ],
    [
      'has a description that Studio could not show',
      '{ "parameters": { "cart": { "description": {} } } }',
      /"parameters\.cart\.description" must be a string/,
    ],
    ['has a version that is a text', '{ "version": "5" }', /"version" must be an object/],
    [
      'has a name with a hyphen',
      '{ "parameters": { "new-cart": {} } }',
      /"parameters\.new-cart" is not the name of a parameter/,
    ],
    [
      'has a parameter that a parser takes for a prototype',
      '{ "parameters": { "__proto__": { "defaultValue": { "value": "x" } } } }',
      /"parameters" must be an object/,
    ],
  ])('gets the reason when the file %s', async (_, text, message) => {
    writeFileSync(file, text);
    await expect(remoteConfig.getTemplate()).rejects.toMatchObject({
      code: 'remote-config/failed-precondition',
      message: expect.stringMatching(message),
    });
  });

  it('gets no earlier version', async () => {
    await expect(remoteConfig.getTemplateAtVersion(900)).rejects.toMatchObject({
      code: 'remote-config/not-found',
    });
    await expect(remoteConfig.rollback(1)).rejects.toThrow(/remoteConfig:rollback is not an endpoint/);
  });
});

describe('the request of the web SDK', () => {
  const fetchEntries = async (body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${emulator.url}/v1/projects/demo-app/namespaces/firebase:fetch?key=any`, {
      method: 'POST',
      // The SDK declares gzip for a body that it does not compress.
      headers: {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        origin: 'http://localhost:5173',
        ...headers,
      },
      body: JSON.stringify(body),
    });
    return { response, ...((await response.json()) as { state: string; entries?: object }) };
  };

  it('gets the values for its client, readable by pages of this machine', async () => {
    const { response, state, entries } = await fetchEntries({ app_id: '1:2:ios:3', app_instance_id: 'fid' });
    expect([state, entries]).toEqual(['UPDATE', { cart: 'new', limit: '5' }]);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(response.headers.get('access-control-expose-headers')).toBe('etag');
    expect(
      (await fetchEntries({ app_id: '1:2:web:3', custom_signals: { beta: 'yes' } })).entries,
    ).toMatchObject({
      cart: 'beta',
    });
  });

  it("reports no change until the client's values change", async () => {
    const { response } = await fetchEntries({ app_id: '1:2:web:3' });
    const known = { 'if-none-match': response.headers.get('etag') ?? '' };
    expect(await fetchEntries({ app_id: '1:2:web:3' }, known)).toMatchObject({ state: 'NO_CHANGE' });
    expect((await fetchEntries({ app_id: '1:2:ios:3' }, known)).state).toBe('UPDATE');
  });

  it('gets 403 from a page of another origin', async () => {
    const { response } = await fetchEntries({}, { origin: 'https://evil.example' });
    expect(response.status).toBe(403);
  });
});

describe('a change of one value', () => {
  const change = async (body: object) => {
    const response = await fetch(`${emulator.url}/_savepoint/parameter`, {
      method: 'PUT',
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };

  it('keeps the comments and everything else in the file', async () => {
    expect(await change({ name: 'cart', value: 'newer' })).toMatchObject({ status: 200 });
    expect(await change({ name: 'limit', group: 'shop', value: '6' })).toMatchObject({ status: 200 });
    expect(await change({ name: 'cart', condition: 'ios', value: null })).toMatchObject({ status: 200 });
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('// Who sees the new cart.');
    const { parameters, parameterGroups } = await remoteConfig.getTemplate();
    expect(parameters.cart).toEqual({
      defaultValue: { value: 'newer' },
      conditionalValues: { beta: { value: 'beta' } },
    });
    expect(parameterGroups.shop?.parameters.limit?.defaultValue).toEqual({ value: '6' });
  });

  it('follows a link', async () => {
    const target = join(folder, 'target.json');
    renameSync(file, target);
    symlinkSync(target, file);
    expect(await change({ name: 'cart', value: 'linked' })).toMatchObject({ status: 200 });
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toContain('linked');
    rmSync(file);
  });

  it('does not write the file if the template would be invalid', async () => {
    const { mtimeMs } = statSync(file);
    const { status, text } = await change({ name: 'cart', condition: 'nobody', value: 'x' });
    expect([status, text]).toEqual([400, expect.stringContaining('[nobody] are not valid condition names')]);
    expect(readFileSync(file, 'utf8')).toBe(TEMPLATE);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
    expect(await change({ name: 'cart', value: 7 })).toMatchObject({ status: 400 });
  });

  it.each([['cart'], ['limit']])('does not replace %s when it is to be a new parameter', async (name) => {
    expect(await change({ name, value: 'x', isNew: true })).toEqual({
      status: 409,
      text: expect.stringContaining(`The parameter ${name} already exists.`),
    });
    expect(readFileSync(file, 'utf8')).toBe(TEMPLATE);
    expect(await change({ name: 'other', value: 'x', isNew: true })).toMatchObject({ status: 200 });
  });

  it.each([[{ name: 'cart', group: 'none' }], [{ name: 'toString' }], [{ name: 'own', condition: 'ios' }]])(
    'does not remove %o, which there is not',
    async (body) => {
      expect(await change({ ...body, value: null })).toMatchObject({ status: 404 });
      expect(readFileSync(file, 'utf8')).toBe(TEMPLATE);
    },
  );

  it('is shown with the elements that never apply here', async () => {
    const response = await fetch(`${emulator.url}/_savepoint/template`);
    expect(await response.json()).toMatchObject({
      file,
      conditions: [
        { unsupported: [] },
        { unsupported: [] },
        { name: 'paying', unsupported: ['app.audiences'] },
      ],
      groups: [{ parameters: { cart: {} } }, { name: 'shop' }],
    });
  });
});
