import { describe, expect, it } from 'vitest';
import { UserError } from '../user-error.ts';
import { describeUnusedHosts, listenHost, networkAddresses, parseListenHost } from './listen-host.ts';

const firebase = {
  emulators: {
    auth: { host: '0.0.0.0' },
    firestore: { host: '::' },
    storage: { host: 'localhost' },
    hosting: { host: '192.168.1.5' },
    hub: { host: '0.0.0.0' },
    functions: {},
  },
};

describe('listenHost', () => {
  it('is this machine unless firebase.json says otherwise for the emulator', () => {
    const hosts = ['auth', 'firestore', 'firestoreWebsocket', 'storage', 'functions', 'web'].map((server) =>
      listenHost({ firebase }, server),
    );
    expect(hosts).toEqual(['0.0.0.0', '0.0.0.0', '0.0.0.0', '127.0.0.1', '127.0.0.1', '127.0.0.1']);
  });

  it('is the address of --host, which can open or close servers', () => {
    expect(listenHost({ firebase, host: '0.0.0.0' }, 'web')).toBe('0.0.0.0');
    expect(listenHost({ firebase, host: '127.0.0.1' }, 'auth')).toBe('127.0.0.1');
  });

  it.each(['studio', 'hub', 'logging', 'eventLog', 'tasks', 'eventarc', 'stripe'])(
    'is always this machine for %s, which can act on it',
    (server) => {
      const settings = {
        host: '0.0.0.0' as const,
        firebase: { emulators: { [server]: { host: '0.0.0.0' } } },
      };
      expect(listenHost(settings, server)).toBe('127.0.0.1');
    },
  );
});

it('describeUnusedHosts names each host of firebase.json that has no effect, and the reason', () => {
  expect(describeUnusedHosts({ firebase })).toEqual([
    'firebase.json: emulators.hosting.host is 192.168.1.5, but servers listen on 127.0.0.1 or 0.0.0.0.',
    'firebase.json: emulators.hub.host is 0.0.0.0, but it stays on 127.0.0.1, because it can act on this machine.',
  ]);
  expect(describeUnusedHosts({ firebase, host: '127.0.0.1' })).toEqual([]);
});

it('parseListenHost refuses an address of one interface', () => {
  expect(parseListenHost('localhost')).toBe('127.0.0.1');
  expect(() => parseListenHost('192.168.1.5')).toThrow(UserError);
  expect(() => parseListenHost('')).toThrow('--host expects 0.0.0.0 or 127.0.0.1, but got ""');
});

it('networkAddresses returns the addresses of interfaces that other machines see', () => {
  const entry = { netmask: '', mac: '', cidr: null };
  expect(
    networkAddresses({
      lo: [{ ...entry, address: '127.0.0.1', family: 'IPv4', internal: true }],
      wlan0: [
        { ...entry, address: '192.168.1.5', family: 'IPv4', internal: false },
        { ...entry, address: 'fe80::1', family: 'IPv6', internal: false, scopeid: 2 },
      ],
    }),
  ).toEqual(['192.168.1.5']);
});
