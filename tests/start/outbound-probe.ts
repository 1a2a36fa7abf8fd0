// A preloaded module that records the outcome of a connection to TEST-NET-1 (RFC 5737), which
// nobody owns.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

export const BLOCKED = /^Blocked a connection to 192\.0\.2\.1: .*--allow-outbound 192\.0\.2\.1\.$/;
/** It starts the kit and is excluded. */
const LAUNCHER = 'bin/savepoint.mjs';

export interface Probe {
  /** NODE_OPTIONS that preload the probe. */
  readonly options: string;
  /** The outcome of each process whose command line contains the text. */
  outcomes(commandLine: string): string[];
  all(): { commandLine: string; outcome: string }[];
}

/**
 * Writes a probe into a folder.
 * @param exits whether a process exits once it has recorded the outcome, instead of doing its work
 */
export function writeProbe(folder: string, name: string, exits: boolean): Probe {
  const file = join(folder, `${name}.cjs`);
  const record = join(folder, `${name}.jsonl`);
  writeFileSync(record, '');
  writeFileSync(
    file,
    `if (!process.argv[1]?.endsWith(${JSON.stringify(LAUNCHER)})) setImmediate(() => {
      const finish = (outcome) => {
        const line = { commandLine: process.argv.join(' '), outcome };
        require('node:fs').appendFileSync(${JSON.stringify(record)}, JSON.stringify(line) + '\\n');
        if (${exits}) process.exit(0);
      };
      const socket = require('node:net').connect({ host: '192.0.2.1', port: 80 });
      socket.on('error', (error) => finish(error.message)).on('connect', () => finish('connected'));
      if (socket.connecting) finish('connecting');
    });`,
  );
  const all = () =>
    readFileSync(record, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { commandLine: string; outcome: string });
  return {
    options: `${process.env.NODE_OPTIONS ?? ''} --require ${file}`.trim(),
    all,
    outcomes: (text) =>
      all()
        .filter(({ commandLine }) => commandLine.includes(text))
        .map(({ outcome }) => outcome),
  };
}

/** Expects processes whose command line contains the text, and that none of them connected. */
export function expectBlocked(probe: Probe, commandLine: string): void {
  const outcomes = probe.outcomes(commandLine);
  expect(outcomes.length, `processes of ${commandLine}`).toBeGreaterThan(0);
  for (const outcome of outcomes) expect(outcome).toMatch(BLOCKED);
}
