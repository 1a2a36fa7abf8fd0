// The integrity that `npm ci` verifies: without it, npm installs whatever the registry, or a man in
// the middle, delivers.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shopPath } from '../support/shop-project.ts';

interface LockedPackage {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  /** A workspace. */
  readonly link?: boolean;
  /** Part of the archive of another package. */
  readonly inBundle?: boolean;
}

/**
 * Built for other platforms, and missing from the registry that wrote this lockfile. None may be
 * added.
 */
const WITHOUT_INTEGRITY = [
  ...['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64', 'linux-arm64-musl', 'linux-x64-musl'].map(
    (platform) => `node_modules/@biomejs/cli-${platform}`,
  ),
  ...['win32-arm64', 'win32-x64'].map((platform) => `node_modules/@biomejs/cli-${platform}`),
  ...['darwin-arm64', 'darwin-x64', 'win32-arm64', 'win32-x64'].map(
    (platform) => `node_modules/@bufbuild/buf-${platform}`,
  ),
  ...['darwin-arm64', 'darwin-x64', 'linux-arm-gnueabihf', 'linux-ppc64-gnu', 'linux-s390x-gnu'].map(
    (platform) => `node_modules/@swc/core-${platform}`,
  ),
  ...['win32-arm64-msvc', 'win32-ia32-msvc', 'win32-x64-msvc'].map(
    (platform) => `node_modules/@swc/core-${platform}`,
  ),
  ...['darwin-arm64', 'darwin-x64', 'linux-arm64', 'win32-arm64', 'win32-x64'].map(
    (platform) => `node_modules/@yuku-toolchain/${platform}`,
  ),
];

const { packages } = JSON.parse(readFileSync(shopPath('package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const installed = Object.entries(packages).filter(
  ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
);

describe('package-lock.json', () => {
  it('has the SHA-512 of every package except the known ones, which are optional', () => {
    expect(installed.length).toBeGreaterThan(500);
    const without = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect(without.map(([path]) => path).filter((path) => !WITHOUT_INTEGRITY.includes(path))).toEqual([]);
    expect(without.filter(([, { optional }]) => optional !== true)).toEqual([]);
  });

  it('installs packages only from the npm registry', () => {
    const elsewhere = installed.filter(
      ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
    );
    expect(elsewhere).toEqual([]);
  });
});
