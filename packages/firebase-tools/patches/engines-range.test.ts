// The patch, applied to the installed firebase-tools.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyPatches } from '../apply-patches.ts';
import { enginesRange } from './engines-range.ts';

interface RuntimeChoice {
  getRuntimeChoice(sourceDir: string, runtimeFromConfig?: string): string;
}

const HOST_RUNTIME = `nodejs${process.versions.node.split('.')[0]}`;
const folder = mkdtempSync(join(tmpdir(), 'engines-range-'));
let choice: RuntimeChoice;

beforeAll(() => {
  choice = applyPatches([enginesRange])('./lib/deploy/functions/runtimes/node/parseRuntimeAndValidateSDK.js');
});

afterAll(() => rmSync(folder, { recursive: true }));

function runtimeFor(engines: object | undefined, runtimeFromConfig?: string): string {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ engines }));
  return choice.getRuntimeChoice(folder, runtimeFromConfig);
}

describe('engines of the functions', () => {
  it.each(['>= 18', '>=18.0.0', '18 || 20 || 24', '*', ' 24.x '])(
    'select the runtime of this Node if it satisfies the range "%s"',
    (node) => {
      expect(runtimeFor({ node })).toBe(HOST_RUNTIME);
    },
  );

  it('select the newest runtime of a range that this Node does not satisfy', () => {
    expect(runtimeFor({ node: '^18 || ^20.1' })).toBe('nodejs20');
    expect(runtimeFor({ node: '>=18 <23' })).toBe('nodejs22');
  });

  it('keep a single version', () => {
    expect(runtimeFor({ node: '20' })).toBe('nodejs20');
  });

  it('are ignored if firebase.json names the runtime', () => {
    expect(runtimeFor({ node: '>= 18' }, 'nodejs22')).toBe('nodejs22');
  });

  it('are refused as without the patch if no runtime satisfies them, they are not a range or they are missing', () => {
    expect(() => runtimeFor({ node: '>= 99' })).toThrow('Detected node engine >= 99');
    expect(() => runtimeFor({ node: 'newest' })).toThrow('Detected node engine newest');
    expect(() => runtimeFor({ node: '7' })).toThrow('Detected node engine 7');
    expect(() => runtimeFor(undefined)).toThrow('`runtime` field is required');
  });
});
