import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Span, trace } from '@opentelemetry/api';
import { afterEach, expect, it, vi } from 'vitest';
import { recordWriters } from './record-writers.ts';

const { require: originalRequire } = Module.prototype;
const folder = mkdtempSync(join(tmpdir(), 'record-writers-'));

afterEach(() => {
  Module.prototype.require = originalRequire;
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it('records where functions call a write of the SDK, and the callers', () => {
  const sdk = join(folder, 'node_modules', '@google-cloud', 'firestore');
  mkdirSync(sdk, { recursive: true });
  writeFileSync(
    join(sdk, 'index.js'),
    `exports.WriteBatch = class { set(document, data) { return [document.path, data]; } };`,
  );
  writeFileSync(
    join(folder, 'functions.js'),
    `const { WriteBatch } = require('@google-cloud/firestore');
function helper(path) {
  return new WriteBatch().set({ path }, 1);
}
exports.handle = () => helper('orders/o1');
`,
  );
  const addEvent = vi.fn();
  vi.spyOn(trace, 'getActiveSpan').mockReturnValue({ isRecording: () => true, addEvent } as unknown as Span);
  recordWriters(import.meta.dirname);
  const { handle } = createRequire(import.meta.url)(join(folder, 'functions.js'));
  expect(handle()).toEqual(['orders/o1', 1]);
  const [[name, { document, 'code.stacktrace': stack }]] = addEvent.mock.calls as [
    [string, Record<string, string>],
  ];
  expect({ name, document }).toEqual({ name: 'firestore.write', document: 'orders/o1' });
  expect(stack?.split('\n').slice(0, 2)).toEqual([
    expect.stringMatching(/functions\.js:3:\d+$/),
    expect.stringMatching(/functions\.js:5:\d+$/),
  ]);
});
