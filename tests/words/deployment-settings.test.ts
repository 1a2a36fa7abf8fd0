// Compares the table of deployment settings in docs/deploy.md with the settings that web,
// functions, seed and scripts read.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shopPath } from '../support/shop-project.ts';

const SOURCES = ['functions/src/**/*.ts', 'web/src/**/*.{ts,tsx}', 'web/*.ts', '{seed/src,scripts}/**/*.ts'];
const PATTERNS = [
  /\bdefine(?:String|Secret|Boolean|Int|Float|List)\(\s*'(\w+)'/g,
  /\b(?:process\.)?env\.([A-Z][A-Z0-9_]+)\b/g,
  /\breadonly (VITE_\w+)\?/g,
];
/** Set by a local stack, by Google, by the build itself or by the bundler. */
const isGiven = (name: string) =>
  /^SAVEPOINT_|EMULATOR_HOST$/.test(name) ||
  [
    'DEV',
    'GCLOUD_PROJECT',
    'GOOGLE_CLOUD_PROJECT',
    'METADATA_SERVER_DETECTION',
    'NODE_ENV',
    'PROD',
    'SSR',
  ].includes(name);

function readSource(file: string): string {
  return readFileSync(shopPath(file), 'utf8');
}

function variablesRead(): string[] {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: shopPath() })).filter(
    (file) => !file.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(100);
  const names = files.flatMap((file) => {
    const source = readSource(file);
    return PATTERNS.flatMap((pattern) => [...source.matchAll(pattern)].map(([, name = '']) => name));
  });
  return [...new Set(names)].filter((name) => !isGiven(name)).sort();
}

function variablesDocumented(): string[] {
  const [, section = ''] = readSource('docs/deploy.md').split('## Settings of a deployment\n');
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name).sort();
}

describe('the settings of a deployment in docs/deploy.md', () => {
  it('are those that web, functions, seed and scripts read', () => {
    expect(variablesDocumented()).toEqual(variablesRead());
  });
});
