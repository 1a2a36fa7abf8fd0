import { describe, expect, it } from 'vitest';
import { deriveStackName, parseStackName } from './stack-name.ts';

describe('parseStackName', () => {
  it.each(['a', 'feature-1', '0', 'x'.repeat(40)])('accepts %s', (name) => {
    expect(parseStackName(name)).toBe(name);
  });

  it.each(['', 'Feature', 'a b', '-a', '../a', 'x'.repeat(41), 'ä'])(
    'rejects "%s" and shows an example',
    (name) => {
      expect(() => parseStackName(name)).toThrow(/is not a name for a stack.*--stack feature-1/s);
    },
  );
});

describe('deriveStackName', () => {
  it.each([
    ['/home/me/app', 'app'],
    ['/home/me/My App (2)', 'my-app-2'],
    ['/', 'stack'],
    ['/home/me/---', 'stack'],
    [`/home/me/${'long-'.repeat(20)}`, 'long-long-long-long-long-long-long'],
  ])('derives from the folder %s the name %s', (folder, name) => {
    const derived = deriveStackName(folder, () => false);
    expect(derived).toBe(name);
    expect(parseStackName(derived)).toBe(derived);
  });

  it('gives two folders with the same name different stack names that stay the same', () => {
    const [first, second] = ['/a/app', '/b/app'].map((folder) => deriveStackName(folder, () => true));
    expect(first).toMatch(/^app-[0-9a-f]{5}$/);
    expect(second).toMatch(/^app-[0-9a-f]{5}$/);
    expect(first).not.toBe(second);
    expect(deriveStackName('/a/app', () => true)).toBe(first);
  });
});
