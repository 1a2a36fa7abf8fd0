import { describe, expect, it } from 'vitest';
import { checkConfig } from './check-config.ts';

const check = (config: object) => () => checkConfig(config, 'savepoint.config.ts');

describe('functions.workers of the configuration', () => {
  it.each(['shared', 'isolated'])('may be %s', (workers) => {
    expect(check({ functions: { workers } })).not.toThrow();
  });

  it('is refused when it is neither shared nor isolated', () => {
    expect(check({ functions: { workers: 'one' } })).toThrow(
      'savepoint.config.ts: "functions.workers" must be "shared" or "isolated"',
    );
  });
});

describe('checkConfig', () => {
  const account = { uid: 'a', email: 'a@example.com', password: 'secret' };

  it.each([
    ['seed.accounts.0.lable', { seed: { accounts: [{ ...account, lable: 'Anna' }] } }, 'label, uid'],
    ['seed.comand', { seed: { comand: 'node seed.js' } }, 'command, import'],
    ['web.prot', { web: { command: 'vite --port {port}', prot: 1 } }, 'port, command'],
    ['functions.worker', { functions: { worker: 'isolated' } }, 'workers'],
    ['services.mail.titel', { services: { mail: { command: 'mail', port: 1, titel: 'x' } } }, 'title,'],
    ['links.0.href', { links: [{ title: 'x', url: '/', href: '/' }] }, ''],
    ['deploy.page', { deploy: { page: [] } }, 'pages'],
    ['build.functions.comand', { build: { functions: { comand: 'tsc' } } }, 'command'],
    ['build.functions.api.comand', { build: { functions: { api: { comand: 'tsc' } } } }, 'command'],
    ['build.hosting.inputz', { build: { hosting: { command: 'a', output: 'b', inputz: [] } } }, 'inputs'],
    ['seeds', { seeds: {} }, 'seed'],
  ])('refuses the unknown field %s and names the nearest field', (field, config, known) => {
    expect(check(config)).toThrow(`"${field}" is not a field; the fields are ${known}`);
  });

  it.each([
    ['seed.accounts.0.password', { seed: { accounts: [{ uid: 'a', email: 'b' }] } }, 'a string'],
    ['links.0.url', { links: [{ title: 'x' }] }, 'a string'],
    ['env.A', { env: { A: 1 } }, 'a string'],
    ['allowOutbound.0', { allowOutbound: [true] }, 'a string'],
    ['services.mail', { services: { mail: 'mail' } }, 'an object'],
    ['build.functions', { build: { functions: 'tsc' } }, 'an object'],
    ['emulators', { emulators: true }, '"auto" or a list'],
  ])('refuses %s of the wrong type', (field, config, kind) => {
    expect(check(config)).toThrow(`"${field}" must be ${kind}`);
  });

  it('accepts any claims and documents, one build or one per codebase, and undefined fields', () => {
    const documents = { 'users/a': { name: 'Anna', tags: ['x'], at: new Date() } };
    const seed = { accounts: [{ ...account, claims: { role: 'admin' }, documents, label: undefined }] };
    expect(check({ seed, build: { functions: { command: 'tsc', inputs: ['src'] } } })).not.toThrow();
    expect(
      check({ build: { functions: { api: { command: 'tsc' }, web: {} } }, web: undefined }),
    ).not.toThrow();
  });
});
