import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offsetPorts } from '../config/ports.ts';
import { openProject } from '../config/project.ts';
import type { StackFunctions } from '../emulators/loaded-functions.ts';
import { HostingSites } from './hosting-sites.ts';
import { formatStartSummary } from './start-summary.ts';

vi.mock(import('node:os'), async (load) => {
  const os = await load();
  return { ...os, networkInterfaces: vi.fn(os.networkInterfaces) };
});

const LABELS: Readonly<Record<string, string>> = {
  functions: 'Functions',
  hosting: 'Hosting',
  database: 'Realtime Database',
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-summary-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Started {
  readonly firebase?: object;
  readonly servers?: readonly string[];
  readonly functions?: Partial<StackFunctions>;
  readonly lines?: readonly string[];
  readonly host?: string;
}

/** The summary of a project with this firebase.json, without parts that are not compared. */
function summaryOf({ firebase = {}, servers = [], functions = {}, lines = [], host }: Started): string {
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify(firebase));
  const project = openProject(folder, { project: { id: 'demo-odd' }, host });
  const sites = new HostingSites();
  for (const line of lines) sites.read('firebase', line);
  const shownPorts = servers.map((name) => ({ name, label: LABELS[name] as string, note: 'the files' }));
  const stack = { ports: offsetPorts(project, 0), shownPorts, appUrl: '' };
  return formatStartSummary({
    project,
    stack,
    functions: { loaded: [], unloaded: [], ...functions },
    sites,
    seconds: 1,
  });
}

describe('formatStartSummary', () => {
  it('shows the project id', () => {
    expect(summaryOf({})).toMatch(/^ {2}Project id +demo-odd +the one that clients must use, too$/m);
  });

  it('shows for each region the base URL of functions and their names', () => {
    const inRegion = (region: string) => (name: string) => ({
      name,
      trigger: 'HTTP',
      url: `http://127.0.0.1:5001/demo-odd/${region}/${name}`,
    });
    const loaded = [
      ...['hello', 'order'].map(inRegion('us-central1')),
      ...'abcdefgh'.split('').map(inRegion('europe-west1')),
      { name: 'nightly', trigger: 'schedule every day 03:00' },
    ];
    const text = summaryOf({ servers: ['functions'], functions: { loaded } });
    expect(text).toMatch(
      /^ {2}Functions +http:\/\/127\.0\.0\.1:5001\/demo-odd\/us-central1\/ +hello, order$/m,
    );
    expect(text).toMatch(
      /^ {2}Functions +http:\S+\/europe-west1\/ +a, b, c and 5 more: savepoint list --functions$/m,
    );
    expect(text).toMatch(/^ {2}Functions +by events and schedules +nightly$/m);
  });

  it('shows the Functions emulator even if no client calls functions', () => {
    expect(summaryOf({ servers: ['functions'] })).toMatch(
      /^ {2}Functions +http:\/\/127\.0\.0\.1:5001 +none over HTTP$/m,
    );
  });

  it('explains in one line why functions are not loaded and what to do', () => {
    const reason = 'The functions do not build (tsc in api):\nsrc/index.ts(1,1): error';
    const unloaded = [{ reason, remedy: 'Fix the error above.' }];
    expect(summaryOf({ servers: ['functions'], functions: { unloaded } })).toMatch(
      /^ {2}Functions +not loaded +The functions do not build \(tsc in api\)\. Fix the error above\.$/m,
    );
  });

  it('shows every Hosting site with the port that firebase-tools has chosen', () => {
    mkdirSync(join(folder, 'blog'));
    const text = summaryOf({
      firebase: {
        hosting: [
          { target: 'blog', public: 'blog' },
          { target: 'admin', public: 'admin' },
        ],
      },
      servers: ['hosting'],
      lines: [
        '✔  hosting[blog]: Local server: http://127.0.0.1:5000',
        '✔  hosting[admin]: Local server: http://0.0.0.0:5005',
      ],
    });
    expect(text).toMatch(/^ {2}Hosting \(blog\) +http:\/\/127\.0\.0\.1:5000 +the files/m);
    expect(text).toMatch(/^ {2}Hosting \(admin\) +http:\/\/127\.0\.0\.1:5005 +every page is 404 without/m);
  });

  it("shows the Realtime Database with the instance of functions and of Hosting's init.json", () => {
    const row = (rules: object) => summaryOf({ firebase: { database: rules }, servers: ['database'] });
    expect(row({})).toMatch(/^ {2}Realtime Database +http:\/\/127\.0\.0\.1:9000\/\?ns=demo-odd +the files$/m);
    writeFileSync(join(folder, 'rules.json'), '{}');
    expect(row([{ instance: 'scores', rules: 'rules.json' }])).toMatch(/:9000\/\?ns=scores /);
  });

  it('reports a Hosting folder that does not exist', () => {
    const text = summaryOf({ firebase: { hosting: { public: 'dist' } }, servers: ['hosting'] });
    expect(text).toMatch(/^ {2}Hosting +http:\S+ +every page is 404 without the folder \S*dist$/m);
  });

  it('says that the servers are reachable only on this machine, and how to change that', () => {
    expect(summaryOf({ servers: ['functions', 'hosting'] })).toMatch(
      /^ {2}Reachable +on this machine +with these ports, also from Android's emulator by 10\.0\.2\.2; .* --host 0\.0\.0\.0$/m,
    );
  });

  it("shows this machine's network addresses with the servers that are reachable there", () => {
    vi.mocked(networkInterfaces).mockReturnValue({
      wlan0: [{ address: '192.168.1.5', family: 'IPv4', internal: false, netmask: '', mac: '', cidr: null }],
    });
    const servers = ['functions', 'hosting', 'studio'];
    expect(summaryOf({ servers, host: '0.0.0.0' })).toMatch(
      /^ {2}Reachable +192\.168\.1\.5 +from the network: Functions, Hosting$/m,
    );
  });
});
