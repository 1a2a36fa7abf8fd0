import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppendLog, type DamageReport } from './append-log.ts';

/** In memory if the system has such a folder, because hundreds of logs are written and synced. */
const TEMPORARY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(TEMPORARY, 'append-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const RECORDS = ['one', 'two', 'a longer third record', 'four'];
const LOG = 'firestore-000001.log';

interface Reading {
  readonly records: string[];
  readonly reports: DamageReport[];
}

function open(reading: Reading = { records: [], reports: [] }): AppendLog {
  return AppendLog.open(
    { folder, name: 'firestore' },
    (payload) => reading.records.push(payload.toString()),
    (report) => reading.reports.push(report),
  );
}

/** Opens the log, reads its content, and closes it. */
function read(): Reading {
  const reading: Reading = { records: [], reports: [] };
  open(reading).close();
  return reading;
}

/**
 * Writes a closed log of RECORDS. Returns its bytes and the end of each record, after the end of
 * the log's first line.
 */
function writeLog(): { complete: Buffer; ends: number[] } {
  const log = open();
  const ends = [log.size];
  for (const text of RECORDS) {
    log.append(Buffer.from(text));
    ends.push(log.size);
  }
  log.close();
  return { complete: readFileSync(join(folder, LOG)), ends };
}

/** Replaces everything in the folder with `bytes`. */
function replaceLog(bytes: Buffer): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  writeFileSync(join(folder, LOG), bytes);
}

function logNames(): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('firestore-'));
}

/** The indexes of RECORDS that a report lists as lost. */
function reportedLosses(reports: readonly DamageReport[]): number[] {
  const ranges = reports.flatMap(({ damage }) => damage);
  return RECORDS.map((_, index) => index + 1).filter((sequence) =>
    ranges.some(({ firstLost, lastLost = RECORDS.length }) => sequence >= firstLost && sequence <= lastLost),
  );
}

function lostRecords(records: readonly string[]): number[] {
  return RECORDS.map((_, index) => index + 1).filter(
    (sequence) => !records.includes(RECORDS[sequence - 1] as string),
  );
}

describe('AppendLog', () => {
  it('replays every complete record of a log that is cut at any byte, and reports possible losses', () => {
    const { complete, ends } = writeLog();
    for (let length = 0; length < complete.length; length++) {
      replaceLog(complete.subarray(0, length));
      const { records, reports } = read();
      const count = Math.max(0, ends.filter((end) => end <= length).length - 1);
      expect(records).toEqual(RECORDS.slice(0, count));
      expect(reports).toMatchObject([{ damage: [{ kind: 'cut', firstLost: count + 1 }], copy: undefined }]);
      expect(read()).toEqual({ records, reports: [] });
    }
  });

  it('recovers all records but the damaged one when any byte of the log changes, and reports that one', () => {
    const { complete } = writeLog();
    for (let at = 0; at < complete.length; at++) {
      const bytes = Buffer.from(complete);
      bytes[at] = (bytes[at] as number) ^ 0x41;
      replaceLog(bytes);
      const { records, reports } = read();
      expect(lostRecords(records).length, `byte ${at}`).toBeLessThanOrEqual(1);
      expect(reportedLosses(reports)).toEqual(lostRecords(records));
      const [report] = reports;
      expect(readFileSync(report?.copy as string)).toEqual(bytes);
      expect(read()).toEqual({ records, reports: [] });
    }
  });

  it('recovers the records around removed bytes, and reports the removed ones', () => {
    const { complete, ends } = writeLog();
    const [, first = 0, , third = 0] = ends;
    replaceLog(Buffer.concat([complete.subarray(0, first), complete.subarray(third)]));
    const { records, reports } = read();
    expect(records).toEqual(['one', 'four']);
    expect(reports).toMatchObject([{ damage: [{ from: first, to: first, firstLost: 2, lastLost: 3 }] }]);
  });

  it("does not mistake a log inside a payload for its own records when that payload's header is damaged", () => {
    const { complete } = writeLog();
    replaceLog(Buffer.alloc(0));
    const log = open();
    log.append(Buffer.from('first'));
    const at = log.size;
    log.append(complete);
    log.append(Buffer.from('last'));
    log.close();
    const path = join(folder, logNames()[0] as string);
    const bytes = readFileSync(path);
    bytes[at + 12] = (bytes[at + 12] as number) ^ 1;
    writeFileSync(path, bytes);
    const { records, reports } = read();
    expect(records).toEqual(['first', 'last']);
    expect(reports).toMatchObject([{ damage: [{ from: at, firstLost: 2, lastLost: 2 }] }]);
  });

  it('cuts an incomplete record at the end in place and appends after the last complete one', () => {
    const { complete, ends } = writeLog();
    replaceLog(complete.subarray(0, (ends[2] as number) + 30));
    const reopened = open();
    reopened.append(Buffer.from('new'));
    reopened.close();
    expect(read()).toEqual({ records: ['one', 'two', 'new'], reports: [] });
    expect(logNames()).toEqual([LOG]);
  });

  it('reports a log that was not closed, because records may be missing at its end', () => {
    const { complete, ends } = writeLog();
    const end = ends.at(-1) as number;
    replaceLog(complete.subarray(0, end));
    const { records, reports } = read();
    expect(records).toEqual(RECORDS);
    expect(reports).toMatchObject([
      { damage: [{ kind: 'cut', from: end, to: end, firstLost: RECORDS.length + 1 }] },
    ]);
  });

  it('contains only the given records after a compaction, in one file', () => {
    const log = open();
    for (let i = 0; i < 100; i++) log.append(Buffer.from(`old ${i}`));
    log.compact([Buffer.from('now')]);
    log.append(Buffer.from('later'));
    log.close();
    expect(read()).toEqual({ records: ['now', 'later'], reports: [] });
    expect(logNames()).toEqual(['firestore-000002.log']);
  });

  it('keeps the log and accepts further records when a compaction fails', () => {
    const log = open();
    log.append(Buffer.from('before'));
    const payloads = (function* () {
      yield Buffer.from('half of it');
      throw new Error('disk full');
    })();
    expect(() => log.compact(payloads)).toThrow('disk full');
    log.append(Buffer.from('after'));
    log.close();
    expect(read()).toEqual({ records: ['before', 'after'], reports: [] });
    expect(logNames()).toEqual([LOG]);
  });

  it('discards a compaction that did not finish', () => {
    const log = open();
    log.append(Buffer.from('committed'));
    log.close();
    writeFileSync(join(folder, 'firestore-000002.log.tmp'), 'incomplete');
    expect(read().records).toEqual(['committed']);
    expect(logNames()).toEqual([LOG]);
  });

  it('keeps the file from before an interrupted compaction when the newer file is damaged', () => {
    const { complete } = writeLog();
    const damaged = Buffer.from(complete);
    damaged[50] = 0;
    writeFileSync(join(folder, 'firestore-000002.log'), damaged);
    expect(read().reports).toHaveLength(1);
    const olderCopy = logNames().find((name) => name.startsWith(`${LOG}.damaged-`)) as string;
    expect(readFileSync(join(folder, olderCopy))).toEqual(complete);
  });

  it("leaves another emulator's log in the folder alone", () => {
    const other = AppendLog.open(
      { folder, name: 'database' },
      () => {},
      () => {},
    );
    other.append(Buffer.from('theirs'));
    other.close();
    const { records } = read();
    expect(records).toEqual([]);
    expect(logNames()).toEqual([LOG]);
    expect(readdirSync(folder)).toContain('database-000001.log');
  });

  it('cannot be opened over a file that is not a log, and unlocks the folder then', () => {
    writeFileSync(join(folder, LOG), 'something else entirely, and long enough');
    expect(() => open()).toThrow('is not a log of savepoint-firestore');
    expect(readFileSync(join(folder, LOG), 'utf8')).toBe('something else entirely, and long enough');
    rmSync(join(folder, LOG));
    expect(read().records).toEqual([]);
  });
});

describe('the lock of the folder', () => {
  const script = `
    import { AppendLog } from '${new URL('./append-log.ts', import.meta.url)}';
    try {
      AppendLog.open({ folder: process.argv[1], name: 'firestore' }, () => {}, () => {});
      console.log('open');
      setInterval(() => {}, 1000);
    } catch (error) {
      console.log(error.message);
    }`;
  function start(program = process.execPath, args: string[] = []) {
    const child = spawn(program, [...args, '--input-type=module', '-e', script, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const line = once(child.stdout, 'data').then(([chunk]) => String(chunk).trim());
    return { child, line, closed: once(child, 'close') };
  }

  it('admits one of four processes that open it at once, and names that one to the others', async () => {
    const processes = [start(), start(), start(), start()];
    const lines = await Promise.all(processes.map(({ line }) => line));
    for (const { child } of processes) child.kill('SIGKILL');
    await Promise.all(processes.map(({ closed }) => closed));
    expect(lines.filter((line) => line === 'open')).toHaveLength(1);
    expect(
      lines.filter((line) => /is in use by (process \d+|another process)\. Stop it/.test(line)),
    ).toHaveLength(3);
  });

  it('ends with a killed process that its parent has not waited for', async () => {
    // The shell starts the process and then becomes `sleep`, which never waits for it, so it stays
    // a zombie.
    const shell = spawn(
      'sh',
      [
        '-c',
        '"$@" & echo $! >&2; exec sleep 600',
        'sh',
        process.execPath,
        '--input-type=module',
        '-e',
        script,
        folder,
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const [output] = await once(shell.stderr, 'data');
    const pid = Number(String(output));
    try {
      const [opened] = await once(shell.stdout, 'data');
      expect(String(opened).trim()).toBe('open');
      expect(() => open()).toThrow(`in use by process ${pid}`);
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
      // The main thread becomes a zombie before the other threads have ended and released the lock.
      await vi.waitFor(() => open().close());
    } finally {
      process.kill(pid, 'SIGKILL');
      shell.kill('SIGKILL');
      await once(shell, 'close');
    }
  });

  it('ignores the file that an older version left behind', () => {
    writeFileSync(join(folder, 'lock'), String(process.ppid));
    open().close();
    expect(readdirSync(folder)).not.toContain('lock');
  });
});
