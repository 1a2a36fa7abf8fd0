import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppendLog } from './append-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'append-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(): string[] {
  const records: string[] = [];
  AppendLog.open(folder, (payload) => records.push(payload.toString())).close();
  return records;
}

const LOG = 'firestore-000001.log';

describe('AppendLog', () => {
  it('replays every complete record when the file is truncated at any byte', () => {
    const log = AppendLog.open(folder, () => {});
    const ends = [log.size];
    for (const text of ['one', 'two', 'a longer third record']) {
      log.append(Buffer.from(text));
      ends.push(log.size);
    }
    log.close();
    const complete = readFileSync(join(folder, LOG));
    for (let length = 0; length <= complete.length; length++) {
      writeFileSync(join(folder, LOG), complete.subarray(0, length));
      const records = ends.filter((end) => end <= length).length - 1;
      expect(read()).toEqual(['one', 'two', 'a longer third record'].slice(0, Math.max(0, records)));
    }
  }, 30_000);

  it('truncates a torn record at the end and appends after the last complete one', () => {
    const log = AppendLog.open(folder, () => {});
    log.append(Buffer.from('complete'));
    log.append(Buffer.from('torn'));
    log.close();
    const complete = readFileSync(join(folder, LOG));
    writeFileSync(join(folder, LOG), complete.subarray(0, complete.length - 1));
    const reopened = AppendLog.open(folder, () => {});
    reopened.append(Buffer.from('new'));
    reopened.close();
    expect(read()).toEqual(['complete', 'new']);
  });

  it('stops replaying at a record with a wrong checksum', () => {
    const log = AppendLog.open(folder, () => {});
    log.append(Buffer.from('intact'));
    log.append(Buffer.from('corrupt'));
    log.close();
    const bytes = readFileSync(join(folder, LOG));
    bytes[bytes.length - 1] = 0;
    writeFileSync(join(folder, LOG), bytes);
    expect(read()).toEqual(['intact']);
  });

  it('contains only the given records after a compaction, in one file', () => {
    const log = AppendLog.open(folder, () => {});
    for (let i = 0; i < 100; i++) log.append(Buffer.from(`old ${i}`));
    log.compact([Buffer.from('now')]);
    log.append(Buffer.from('later'));
    log.close();
    expect(read()).toEqual(['now', 'later']);
    expect(readdirSync(folder)).toEqual(['firestore-000002.log']);
  });

  it('discards a compaction that did not finish', () => {
    const log = AppendLog.open(folder, () => {});
    log.append(Buffer.from('committed'));
    log.close();
    writeFileSync(join(folder, 'firestore-000002.log.tmp'), 'incomplete');
    expect(read()).toEqual(['committed']);
    expect(readdirSync(folder)).toEqual([LOG]);
  });

  it('cannot be opened in a folder that another process has locked, or over a file that is not a log', () => {
    writeFileSync(join(folder, 'lock'), String(process.ppid));
    expect(() => AppendLog.open(folder, () => {})).toThrow(`in use by process ${process.ppid}`);
    rmSync(join(folder, 'lock'));
    writeFileSync(join(folder, LOG), 'something else entirely, and long enough');
    expect(() => AppendLog.open(folder, () => {})).toThrow('is not a log of savepoint-firestore');
  });
});
