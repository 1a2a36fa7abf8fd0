import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changedFiles } from './changed-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changed-'));
  git('init', '--quiet', '--initial-branch', 'main');
  write('.gitignore', 'dist\n');
  write('kept.ts', '1');
  write('changed.ts', '1');
  write('deleted.ts', '1');
  commit();
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, text: string) => writeFileSync(join(folder, path), text);

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'ignore' });
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'change');
}

describe('changedFiles', () => {
  it('has changed, deleted and untracked files of the working tree, but no ignored ones', () => {
    write('changed.ts', '2');
    rmSync(join(folder, 'deleted.ts'));
    write('new name.ts', '1');
    mkdirSync(join(folder, 'dist'));
    write('dist/main.js', '1');
    expect(changedFiles(folder).files).toEqual(['changed.ts', 'deleted.ts', 'new name.ts']);
  });

  it('has the commits of a branch, and none of those that main got meanwhile', () => {
    git('switch', '--quiet', '--create', 'feature');
    write('changed.ts', '2');
    commit();
    git('switch', '--quiet', 'main');
    write('kept.ts', '2');
    commit();
    git('switch', '--quiet', 'feature');
    expect(changedFiles(folder).files).toEqual(['changed.ts']);
  });

  it('compares with the commit that is named', () => {
    write('changed.ts', '2');
    commit();
    expect(changedFiles(folder).files).toEqual([]);
    expect(changedFiles(folder, 'HEAD~1').files).toEqual(['changed.ts']);
  });

  it.each(['nonsense', '--all'])('rejects "%s", which is no commit', (since) => {
    expect(() => changedFiles(folder, since)).toThrow(`--since ${since} is no commit`);
  });

  it('rejects a folder without a repository', () => {
    rmSync(join(folder, '.git'), { recursive: true });
    expect(() => changedFiles(folder)).toThrow('is not in a git repository');
  });
});
