import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInformation, UsageError } from '@savepoint/server/process/command-line';
import { expect, test, vi } from 'vitest';
import { parseCommandLine } from './command-line.ts';
import { startEmulator } from './start-emulator.ts';

/** A file that is neither a folder nor JSON. */
const FILE = import.meta.filename;

test('parseCommandLine reads the flags of savepoint-firestore', () => {
  const line = parseCommandLine(
    ['--port', '9000', '--rules', 'r', '--require-indexes', '--allowed-host=box'],
    {},
  );
  expect(line).toMatchObject({
    port: 9000,
    rules: 'r',
    requireIndexes: true,
    allowedHosts: ['box'],
    host: '127.0.0.1',
  });
});

test("parseCommandLine reads the arguments that firebase-tools passes to Google's emulator", () => {
  const argv = `-Dgoogle.cloud_firestore.debug_log_level=FINE -Duser.language=en -jar /x/emulator.jar --host 127.0.0.1
    --port 8080 --websocket_port 9150 --database-edition standard --project_id demo --rules /r/firestore.rules
    --single_project_mode true --functions_emulator 127.0.0.1:5001 --seed_from_export /e/x.overall_export_metadata`;
  expect(parseCommandLine(argv.split(/\s+/), {})).toMatchObject({
    port: 8080,
    websocketPort: 9150,
    projectId: 'demo',
    rules: '/r/firestore.rules',
    functionsEmulator: '127.0.0.1:5001',
    importFrom: '/e/x.overall_export_metadata',
    singleProjectMode: 'warn',
    edition: 'standard',
  });
});

test('parseCommandLine accepts the edition from firebase-tools in upper or lower case, with the default standard', () => {
  expect(parseCommandLine([], {}).edition).toBe('standard');
  expect(parseCommandLine(['--database-edition', 'Enterprise'], {}).edition).toBe('enterprise');
  expect(() => parseCommandLine(['--database-edition', 'deluxe'], {})).toThrow(
    '--database-edition deluxe: expected standard or enterprise.',
  );
});

test.each([
  [[], 'off'],
  [['--single-project-mode', 'false'], 'off'],
  [['--single_project_mode', 'true', '--single_project_mode_error', 'false'], 'warn'],
  [['--single_project_mode_error', 'true'], 'error'],
])('parseCommandLine of %j has the single project mode %s', (argv, mode) => {
  expect(parseCommandLine(argv, {}).singleProjectMode).toBe(mode);
});

test('parseCommandLine reads the limits mode and expected hotspots from flags and the environment', () => {
  expect(parseCommandLine([], {})).toMatchObject({ limits: 'off', expectedHotspots: {} });
  const environment = {
    SAVEPOINT_FIRESTORE_LIMITS: 'warn',
    SAVEPOINT_FIRESTORE_EXPECTED_HOTSPOTS: '{"a/*":"many\\nlines"}',
  };
  expect(parseCommandLine(['--expected-hotspot', 'b/c=x=y'], environment)).toMatchObject({
    limits: 'warn',
    expectedHotspots: { 'a/*': 'many\nlines', 'b/c': 'x=y' },
  });
  expect(parseCommandLine(['--limits', 'enforce'], environment).limits).toBe('enforce');
  expect(() => parseCommandLine(['--limits', 'on'], {})).toThrow(
    '--limits on: expected off, warn or enforce.',
  );
  expect(() => parseCommandLine(['--expected-hotspot', 'b'], {})).toThrow('--expected-hotspot b: expected');
});

test('parseCommandLine reads allowed hosts, allowed origins and the export root from the environment, unless a flag sets them', () => {
  const environment = {
    SAVEPOINT_FIRESTORE_ALLOWED_HOSTS: 'box, host.docker.internal',
    SAVEPOINT_FIRESTORE_ALLOWED_ORIGINS: 'https://app.example',
    SAVEPOINT_FIRESTORE_EXPORT_ROOT: '/exports',
  };
  expect(parseCommandLine([], environment)).toMatchObject({
    allowedHosts: ['box', 'host.docker.internal'],
    allowedOrigins: ['https://app.example'],
    exportRoot: '/exports',
  });
  const flags = ['--allowed-origin', 'http://a:1', '--allowed-origin', 'http://b', '--export-root', 'e'];
  expect(parseCommandLine(flags, environment)).toMatchObject({
    allowedOrigins: ['http://a:1', 'http://b'],
    exportRoot: 'e',
  });
  expect(parseCommandLine([], {})).toMatchObject({
    allowedHosts: [],
    allowedOrigins: [],
    exportRoot: undefined,
  });
});

test.each(['*', 'null', 'app.example', 'https://app.example/path', 'https://*.example', 'https://'])(
  'parseCommandLine rejects the allowed origin "%s", on the command line and in the environment',
  (origin) => {
    const message = `--allowed-origin ${origin}: expected the origin of a web page, e.g. https://app.example:5173.`;
    expect(() => parseCommandLine(['--allowed-origin', origin], {})).toThrow(message);
    expect(() => parseCommandLine([], { SAVEPOINT_FIRESTORE_ALLOWED_ORIGINS: origin })).toThrow(message);
  },
);

test.each([
  [['--prot', '9000'], 'There is no flag --prot. Did you mean --port?'],
  [['--functions'], 'There is no flag --functions. See --help.'],
  [['-p', '9000'], 'There is no flag -p. See --help.'],
  [['start'], 'Unexpected argument "start": expected flags only. See --help.'],
  [['--single_project'], 'There is no flag --single_project. See --help.'],
  [['--constructor'], 'There is no flag --constructor. '],
  [['--port'], "option '--port <PORT>' argument missing"],
  [['--port='], '--port : expected a port from 0 to 65535.'],
  [['--port', 'many'], '--port many: expected a port from 0 to 65535.'],
  [['--port', '65536'], '--port 65536: expected a port from 0 to 65535.'],
  [['--port', '--log-requests'], '--port: expected a port from 0 to 65535.'],
  [['--rules', '--log-requests'], '--rules: expected a security rules file.'],
  [['--websocket-port', 'x'], '--websocket-port x: expected a port from 0 to 65535.'],
  [['--webchannel-port', 'x'], '--webchannel-port x: expected a port from 0 to 65535.'],
  [
    ['--host', 'http://localhost'],
    '--host http://localhost: expected a host name or IP address without a port.',
  ],
  [['--project', 'a/b'], '--project a/b: expected a project id.'],
  [
    ['--functions-emulator', 'nowhere'],
    '--functions-emulator nowhere: expected HOST:PORT, e.g. 127.0.0.1:5001.',
  ],
  [
    ['--functions-emulator', 'h:70000'],
    '--functions-emulator h:70000: expected HOST:PORT, e.g. 127.0.0.1:5001.',
  ],
  [['--single-project-mode', 'maybe'], '--single-project-mode maybe: expected true or false.'],
  [['--single-project-mode-error', '1'], '--single-project-mode-error 1: expected true or false.'],
  [['--allowed-host', 'box:80'], '--allowed-host box:80: expected a host name without scheme and port.'],
  [['--database-edition', 'platinum'], '--database-edition platinum: expected standard or enterprise.'],
  [['--log-requests=yes'], '--log-requests takes no value, but got "yes".'],
])('parseCommandLine rejects %j with "%s"', (argv, message) => {
  expect(() => parseCommandLine(argv, {})).toThrow(UsageError);
  expect(() => parseCommandLine(argv, {})).toThrow(message);
  expect(() => parseCommandLine(argv, {})).toThrow(/^[^\n]+$/);
});

test.each([
  [['--require-indexes'], '--require-indexes: expected --indexes FILE too, a firestore.indexes.json file.'],
  [
    ['--indexes', '/nowhere/i.json'],
    '--indexes /nowhere/i.json: expected a firestore.indexes.json file; no such file',
  ],
  [['--indexes', FILE], 'expected a firestore.indexes.json file; The index definitions are not JSON'],
  [['--rules', '/nowhere/r'], '--rules /nowhere/r: expected a security rules file; no such file or folder.'],
  [
    ['--import', '/nowhere/e'],
    '--import /nowhere/e: expected an export folder or its overall_export_metadata file;',
  ],
  [['--data-dir', FILE], `--data-dir ${FILE}: expected a folder; it is not a folder.`],
  [['--data-dir', `${FILE}/x`], `--data-dir ${FILE}/x: expected a folder; it is not a folder.`],
  // Nobody can create folders or files there; the error differs between systems.
  [['--data-dir', '/proc/none/data'], '--data-dir /proc/none/data: expected a folder; '],
  [['--data-dir', '/proc/self'], '--data-dir /proc/self: expected a folder; '],
  [
    ['--data-dir', 'x'.repeat(300)],
    `--data-dir ${'x'.repeat(300)}: expected a folder; its name is too long.`,
  ],
  [['--config', '/nowhere/f'], '--config /nowhere/f: expected a firebase.json file; no such file or folder.'],
])('startEmulator with %j is rejected with "%s"', async (argv, message) => {
  const starting = startEmulator(parseCommandLine(['--port', '0', ...argv], {}));
  const [rejection] = await Promise.allSettled([starting]);
  expect(rejection).toMatchObject({ status: 'rejected', reason: expect.any(UsageError) });
  const { reason } = rejection as PromiseRejectedResult;
  expect(reason.message).toContain(message);
  expect(reason.message).not.toContain('\n');
});

test('startEmulator rejects rules that do not compile, with the line and column of each error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-rules-'));
  const rules = join(folder, 'r.rules');
  try {
    writeFileSync(rules, 'service cloud.firestore {\n  match /a { allow read: if nonsense(; }\n}');
    await expect(startEmulator({ rules })).rejects.toThrow(/r\.rules:2:\d+ ERROR/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each(['--help', '-h'])(
  'parseCommandLine prints every flag for %s, except those without effect',
  (flag) => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      parseCommandLine(['--port', '0', flag], {}, '1.0.0');
    } catch (error) {
      expect(isInformation(error)).toBe(true);
    }
    const names = [...write.mock.calls.join('').matchAll(/^ {2}(?:-h, )?--([\w-]+)/gm)].map(
      ([, name]) => name,
    );
    write.mockRestore();
    expect(names).toHaveLength(25);
    expect(names).not.toContain('webchannel-port');
  },
);
