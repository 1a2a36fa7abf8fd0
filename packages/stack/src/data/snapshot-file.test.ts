import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSnapshot } from './snapshot-file.ts';

it('readSnapshot lists the existing snapshots for an unknown name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'snapshot-file-'));
  const read = (name: string) => () => readSnapshot(join(folder, `${name}.json`));
  try {
    expect(read('befor')).toThrow('Unknown snapshot "befor", there is none.');
    // The last one is the remains of a killed save.
    for (const file of ['a.json', 'before.json', 'before.json.1']) writeFileSync(join(folder, file), '');
    expect(read('befor')).toThrow('Unknown snapshot "befor", expected one of: before, a.');
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(read('befor')).toThrow('Unknown snapshot "befor", there is none.');
});
