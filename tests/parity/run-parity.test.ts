// A run beside a substitute for Java that pretends to be Google's emulator.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readOptions } from './parity-options.ts';
import { runParity } from './run-parity.ts';

// Three processes start one after another, on a machine that runs other suites at the same time.
vi.setConfig({ testTimeout: 300_000 });

/** An existing file: the substitute for Java does not read it. */
const JAR = fileURLToPath(import.meta.url);
const NO_CORPUS = 'corpus: 0 cases, 0 equal, 0 known, 0 different';
const AREA = 'damaged-rules';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-run-parity-'));
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Writes a `java` that prints `version` or runs `start`. It serves what a run needs besides the
 * random cases, and fails those with an internal error, as the jar does at times, so that nothing
 * differs. Its first process ends at the request `diesAt`.
 */
function installJava(
  version: string,
  { start = '', diesAt = 0 }: { readonly start?: string; readonly diesAt?: number } = {},
): void {
  const source = `#!${process.execPath}
if (process.argv.includes('--version')) {
  console.log('Google Cloud Firestore Emulator ${version}');
  process.exit(0);
}
${start}
const { existsSync, writeFileSync } = require('node:fs');
const hasDied = ${JSON.stringify(join(folder, 'has-died'))};
let requests = 0;
const server = require('node:http').createServer((request, response) => {
  if (++requests === ${diesAt} && !existsSync(hasDied)) {
    writeFileSync(hasDied, '');
    process.exit(1);
  }
  if (request.method === 'PUT') response.statusCode = 500;
  request.resume().on('end', () => response.end('[]'));
});
const port = process.argv.find((argument) => argument.startsWith('--port=')).slice('--port='.length);
server.listen(Number(port), '127.0.0.1', () => console.log('Dev App Server is now running.'));
`;
  writeFileSync(join(folder, 'java'), source, { mode: 0o755 });
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
}

/** Runs this many blocks of random cases, without the corpus. */
async function run(jar = JAR, blocks = 1) {
  vi.stubEnv('FIRESTORE_EMULATOR_JAR', jar);
  const printed: string[] = [];
  const warnings: string[] = [];
  const options = readOptions(['--minutes', '3', '--seed', '1', '--area', AREA, '--lanes', '1']);
  const isEqual = await runParity({ ...options, blocks }, [], {
    print: (text) => printed.push(text),
    warn: (line) => warnings.push(line),
  });
  const counted = printed.find((line) => line.startsWith(AREA))?.split(/ +/)[1];
  return { printed, warnings, isEqual, cases: Number(counted) };
}

describe('a run of npm run parity', () => {
  it('says in one line that the jar is missing, and compares the corpus', async () => {
    expect(await run('/no/such.jar')).toMatchObject({
      printed: [
        NO_CORPUS,
        'Only the corpus was compared: FIRESTORE_EMULATOR_JAR=/no/such.jar: no such file. Unset it, or set it to the path of the jar.',
      ],
      warnings: [],
      isEqual: true,
    });
  });

  it('says in one line that the known differences are for another version than the jar, and compares with it', async () => {
    installJava('9.8.7');
    const { printed, warnings, isEqual, cases } = await run();
    expect(printed.slice(0, 2)).toEqual([
      NO_CORPUS,
      "Google's emulator 9.8.7 (known differences are those of 1.19.9), seed 1, 3 minutes",
    ]);
    expect(cases).toBeGreaterThan(0);
    expect([warnings, isEqual]).toEqual([[], true]);
  });

  it('mentions no version for a jar with known differences, says in one line that it died, and counts the rest', async () => {
    // The third request is that of the first case. The second block runs on another Java.
    installJava('1.19.9', { diesAt: 3 });
    const { printed, warnings, isEqual, cases } = await run(JAR, 2);
    expect(printed[1]).toBe("Google's emulator 1.19.9, seed 1, 3 minutes");
    expect(warnings).toEqual([
      expect.stringMatching(/^google at 127\.0\.0\.1:\d+ closed the connection: .*$/),
    ]);
    expect(cases).toBeGreaterThan(0);
    expect(isEqual).toBe(true);
  });

  it('says in one line that the jar does not start, and fails after the corpus', async () => {
    installJava('1.19.9', { start: "console.log('a line\\nanother one'); process.exit(3);" });
    const { printed, warnings, isEqual } = await run();
    expect(printed[0]).toBe(NO_CORPUS);
    expect(warnings).toEqual(["Google's emulator is not ready: it ended with code 3"]);
    expect(isEqual).toBe(false);
  });

  it('says in one line that Java reports no version, and compares the corpus', async () => {
    installJava('unknown');
    const { printed, isEqual } = await run();
    expect(printed).toEqual([NO_CORPUS, `Only the corpus was compared: Java cannot run ${JAR}`]);
    expect(isEqual).toBe(true);
  });
});
