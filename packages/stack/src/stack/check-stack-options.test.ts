import { describe, expect, it } from 'vitest';
import { checkServices, checkStackOptions } from './check-stack-options.ts';

const check = (options: object) => () => checkStackOptions(options);

describe('checkStackOptions', () => {
  it('accepts every option, including undefined ones', () => {
    const lists = { emulators: ['firestore'], services: ['mail'] };
    const texts = { folder: '.', name: 'one', projectId: 'demo-a', import: 'data' };
    expect(check({ ...lists, ...texts, seed: true, eventLog: false, reload: true })).not.toThrow();
    expect(check({ onLine: () => undefined, seed: undefined })).not.toThrow();
  });

  it('refuses an unknown option and names the nearest one', () => {
    expect(check({ emulator: ['auth'] })).toThrow(
      /^The options of createStack: "emulator" is not a field; the fields are emulators, /,
    );
  });

  it.each([
    [{ seed: 'x' }, 'The options of createStack: "seed" must be a boolean'],
    [{ services: 'mail' }, 'The options of createStack: "services" must be a list'],
    [{ onLine: true }, 'The options of createStack: "onLine" must be a function'],
    [{ folder: null }, 'The options of createStack: "folder" must be a string'],
  ])('refuses %j', (options, message) => {
    expect(check(options)).toThrow(message);
  });
});

describe('checkServices', () => {
  const config = { services: { mail: { command: 'mail', port: 1 }, search: { command: 'search', port: 2 } } };

  it('refuses a service that the configuration lacks', () => {
    expect(() => checkServices({ config }, ['mail', 'serach'])).toThrow(
      'Unknown service "serach", expected one of: search, mail',
    );
    expect(() => checkServices({ config: {} }, ['mail'])).toThrow('Unknown service "mail", there is none');
  });

  it('accepts services of the configuration', () => {
    expect(() => checkServices({ config }, ['mail'])).not.toThrow();
  });
});
