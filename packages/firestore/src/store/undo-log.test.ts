import { expect, it } from 'vitest';
import { StoredDocument } from '../core/stored-document.ts';
import { Fields } from '../core/value.ts';
import { UndoLog } from './undo-log.ts';

const version = (time: number, bytes: number) => new StoredDocument('c', 'a', new Fields(), 1, time, bytes);

it('versionsAt returns the version of a changed document at every time', () => {
  const log = new UndoLog(0);
  const [one, two] = [version(10, 1), version(20, 1)];
  log.append({ commitTime: 10, changes: [{ path: 'c/a', before: undefined, after: one }] });
  log.append({ commitTime: 20, changes: [{ path: 'c/a', before: one, after: two }] });
  log.append({ commitTime: 30, changes: [{ path: 'c/a', before: two, after: undefined }] });
  expect([5, 10, 19, 20, 29].map((time) => log.versionsAt(time).get('c/a'))).toEqual([
    undefined,
    one,
    one,
    two,
    two,
  ]);
  expect(log.versionsAt(30).has('c/a')).toBe(false);
});

it('the undo log trims entries beyond 32 MB or one hour and reports the oldest read time', () => {
  const large = new UndoLog(0);
  for (let time = 1; time <= 400; time++) {
    large.append({
      commitTime: time,
      changes: [{ path: 'c/a', before: version(time, 1_000_000), after: undefined }],
    });
  }
  expect(large.oldestReadTime).toBeGreaterThan(200);
  expect(large.oldestReadTime).toBeLessThan(400);
  const old = new UndoLog(0);
  old.append({ commitTime: 1, changes: [] });
  old.append({ commitTime: 2 * 3600 * 1e6, changes: [] });
  expect(old.oldestReadTime).toBe(1);
});
