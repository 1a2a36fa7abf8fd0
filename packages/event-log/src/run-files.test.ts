import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunFile, createRunName } from './run-files.ts';

/** Greater than any process id of Linux and macOS. */
const NO_PROCESS = 4_194_305;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-files-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function startRun(minute: number, pid = NO_PROCESS): string {
  const file = createRunFile(folder, createRunName(new Date(Date.UTC(2026, 0, 1, 0, minute)), pid));
  for (const suffix of ['', '-wal', '-shm']) writeFileSync(file + suffix, '');
  return file;
}

describe('createRunFile', () => {
  it("keeps the files of the last ten runs, including the new one, with SQLite's auxiliary files", () => {
    const files = Array.from({ length: 12 }, (_, minute) => startRun(minute));
    const remaining = readdirSync(folder);
    expect(remaining.filter((name) => name.endsWith('.sqlite'))).toEqual(
      files.slice(2).map((file) => basename(file)),
    );
    expect(remaining).toHaveLength(30);
  });

  it('creates a file that only its owner can read', () => {
    expect(statSync(createRunFile(folder, createRunName())).mode & 0o777).toBe(0o600);
  });

  it('never deletes a pinned file, and keeps ten others', () => {
    const pinned = startRun(0);
    writeFileSync(`${pinned}.pin`, '');
    for (let minute = 1; minute <= 12; minute += 1) startRun(minute);
    const remaining = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
    expect(remaining).toContain(basename(pinned));
    expect(remaining).toHaveLength(11);
  });

  it('returns the same file when the event log is restarted within a run', () => {
    for (let minute = 1; minute <= 10; minute += 1) startRun(minute);
    expect(startRun(5)).toBe(startRun(5));
    expect(readdirSync(folder).filter((name) => name.endsWith('.sqlite'))).toHaveLength(10);
    expect(() => createRunFile(folder, '../x')).toThrow('../x is not the name of a run');
  });

  it('keeps the file of a run that has not ended, and unrelated files', () => {
    const running = startRun(0, process.pid);
    writeFileSync(join(folder, 'notes.sqlite'), '');
    for (let minute = 1; minute <= 12; minute += 1) startRun(minute);
    const remaining = readdirSync(folder);
    expect(remaining).toContain(basename(running));
    expect(remaining).toContain('notes.sqlite');
  });
});
