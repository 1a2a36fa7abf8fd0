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

describe('the log on disk', () => {
  it('gives back every record whose last byte was written, whatever byte the kill came at', () => {
    const log = AppendLog.open(folder, () => {});
    const ends = [log.size];
    for (const text of ['one', 'two', 'a longer third record']) {
      log.append(Buffer.from(text));
      ends.push(log.size);
    }
    log.close();
    const whole = readFileSync(join(folder, LOG));
    for (let length = 0; length <= whole.length; length++) {
      writeFileSync(join(folder, LOG), whole.subarray(0, length));
      const records = ends.filter((end) => end <= length).length - 1;
      expect(read()).toEqual(['one', 'two', 'a longer third record'].slice(0, Math.max(0, records)));
    }
  }, 30_000);

  it('goes on after a torn end as if it had never been', () => {
    const log = AppendLog.open(folder, () => {});
    log.append(Buffer.from('kept'));
    log.append(Buffer.from('torn'));
    log.close();
    const whole = readFileSync(join(folder, LOG));
    writeFileSync(join(folder, LOG), whole.subarray(0, whole.length - 1));
    const again = AppendLog.open(folder, () => {});
    again.append(Buffer.from('new'));
    again.close();
    expect(read()).toEqual(['kept', 'new']);
  });

  it('stops at a record that rotted', () => {
    const log = AppendLog.open(folder, () => {});
    log.append(Buffer.from('good'));
    log.append(Buffer.from('evil'));
    log.close();
    const bytes = readFileSync(join(folder, LOG));
    bytes[bytes.length - 1] = 0;
    writeFileSync(join(folder, LOG), bytes);
    expect(read()).toEqual(['good']);
  });

  it('holds only what it was rewritten to, in one file', () => {
    const log = AppendLog.open(folder, () => {});
    for (let i = 0; i < 100; i++) log.append(Buffer.from(`old ${i}`));
    log.compact([Buffer.from('now')]);
    log.append(Buffer.from('later'));
    log.close();
    expect(read()).toEqual(['now', 'later']);
    expect(readdirSync(folder)).toEqual(['firestore-000002.log']);
  });

  it('forgets a rewrite that did not finish', () => {
    const log = AppendLog.open(folder, () => {});
    log.append(Buffer.from('kept'));
    log.close();
    writeFileSync(join(folder, 'firestore-000002.log.tmp'), 'half of');
    expect(read()).toEqual(['kept']);
    expect(readdirSync(folder)).toEqual([LOG]);
  });

  it('refuses a folder that another process uses, and a file that is no log', () => {
    writeFileSync(join(folder, 'lock'), String(process.ppid));
    expect(() => AppendLog.open(folder, () => {})).toThrow(`in use by process ${process.ppid}`);
    rmSync(join(folder, 'lock'));
    writeFileSync(join(folder, LOG), 'something else entirely, and long enough');
    expect(() => AppendLog.open(folder, () => {})).toThrow('is not a log of this emulator');
  });
});
