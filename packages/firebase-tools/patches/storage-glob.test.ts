import { describe, expect, it } from 'vitest';
import { compileGlob } from './storage-glob.ts';

describe('compileGlob', () => {
  // The results of Cloud Storage for its own Python client (googleapis/python-storage,
  // tests/system/test_bucket.py).
  it.each([
    ['foo*bar', ['foobar']],
    ['foo**bar', ['foo/bar', 'foo/foobar', 'foobar']],
    ['**/foobar', ['foo/foobar', 'foobar']],
    ['*/ba[rz]', ['foo/bar', 'foo/baz']],
    ['*/ba[!a-y]', ['foo/baz']],
    ['**/{foobar,baz}', ['foo/baz', 'foo/foobar', 'foobar']],
    ['foo/{foo*,*baz}', ['foo/baz', 'foo/foobar']],
  ])('matches with %s the same names as Cloud Storage', (glob, found) => {
    const names = ['foo/bar', 'foo/baz', 'foo/foobar', 'foobar'];
    expect(names.filter((name) => compileGlob(glob)?.(name))).toEqual(found);
  });

  it.each([
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['a?c', 'ac', false],
    ['a.c', 'abc', false],
    ['[^b]', 'a', true],
    ['[^b]', '/', false],
    ['[a-]', '-', true],
    ['{a,b{c,d}}e', 'bde', true],
    ['{a,b{c,d}}e', 'be', false],
    ['a,b}', 'a,b}', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['**', 'a\nb/c', true],
    ['\u{1f600}?', '\u{1f600}\u{1f601}', true],
  ])('compares %j with %j', (glob, name, isMatch) => {
    expect(compileGlob(glob)?.(name)).toBe(isMatch);
  });

  it.each(['[a', '{a', '{a,{b}', '[z-a]'])('refuses the invalid pattern %j', (glob) => {
    expect(compileGlob(glob)).toBeUndefined();
  });

  it('matches a long name in linear time', () => {
    expect(compileGlob(`${'**a'.repeat(20)}b`)?.('a'.repeat(1024))).toBe(false);
  });
});
