import { expect, test } from 'vitest';
import { parseCommandLine, UsageError } from './command-line.ts';

test('reads our own flags', () => {
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

test("reads the argv that firebase-tools gives to Google's emulator", () => {
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
  });
});

test.each([
  [[], 'off'],
  [['--single-project-mode', 'false'], 'off'],
  [['--single_project_mode', 'true', '--single_project_mode_error', 'false'], 'warn'],
  [['--single_project_mode_error', 'true'], 'error'],
])('%j is single project mode %s', (argv, mode) => {
  expect(parseCommandLine(argv, {}).singleProjectMode).toBe(mode);
});

test.each([
  [['--prot', '1'], /--prot/],
  [['--port', 'many'], /--port many: a port is a number/],
  [['--port', '65536'], /--port 65536/],
  [['--port'], /--port/],
  [['stray'], /stray/],
  [['--functions-emulator', 'nowhere'], /host:port/],
  [['--database-edition', 'enterprise'], /standard edition only/],
  [['--require-indexes=maybe'], /require-indexes/],
])('%j is told by name', (argv, message) => {
  expect(() => parseCommandLine(argv, {})).toThrow(UsageError);
  expect(() => parseCommandLine(argv, {})).toThrow(message);
});
