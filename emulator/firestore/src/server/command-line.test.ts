import { expect, test } from 'vitest';
import { parseCommandLine, USAGE, UsageError } from './command-line.ts';

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

test('parseCommandLine takes the edition from firebase-tools in upper or lower case, standard without one', () => {
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
  [['--prot', '1'], 'There is no flag --prot. Did you mean --port?'],
  [['--single_project'], 'There is no flag --single_project. Did you mean --single-project-mode?'],
  [['--constructor'], 'There is no flag --constructor. '],
  [['--port'], '--port: expected a port from 0 to 65535.'],
  [['--port='], '--port : expected a port from 0 to 65535.'],
  [['--rules', '--log-requests'], '--rules: expected a security rules file.'],
])('parseCommandLine rejects %j with "%s"', (argv, message) => {
  expect(() => parseCommandLine(argv, {})).toThrow(UsageError);
  expect(() => parseCommandLine(argv, {})).toThrow(message);
});

test('USAGE describes every flag but those without effect', () => {
  const names = [...USAGE.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name);
  expect(names).toHaveLength(22);
  expect(names).not.toContain('webchannel-port');
});
