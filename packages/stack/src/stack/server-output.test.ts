import { describe, expect, it } from 'vitest';
import { formatServerLine } from './server-output.ts';

describe('formatServerLine', () => {
  it.each([
    ['firestore', 'get /notes/n1 (signed out) → allow @ L12'],
    ['firestore', "update /notes/o1 (u7) → deny: false for 'update' @ L31"],
    ['firestore', 'runQuery (rest) → rejected: FAILED_PRECONDITION: The query requires an index.'],
    ['firestore', 'TTL policies deleted 2 documents'],
    ['firestore', 'trigger: event 1 of notes/o1 for onOrder-0 abandoned after 1 attempt: no reason'],
    ['firebase', '>  {"severity":"ERROR","message":"no stock"}'],
    ['firebase', '⚠  functions: Failed to load function definition from source'],
    ['firebase', 'Rejected POST on 127.0.0.1:4400: it comes from a page of another origin'],
    ['web', 'Rejected GET on 127.0.0.1:5173: its Host header is "evil.example"'],
    ['mail', 'POST /v1/checkout/sessions 200'],
  ])('shows the line of %s: %s', (server, line) => {
    expect(formatServerLine(server, line)).toContain(line.slice(0, 20));
  });

  it.each([
    ['firestore', 'Firestore listens on http://127.0.0.1:8080'],
    ['firebase', 'i  emulators: Starting emulators: auth, functions'],
    ['firebase', '│ Auth │ 127.0.0.1:9099 │'],
    ['firebase', '(node:1) [DEP0040] DeprecationWarning: The `punycode` module is deprecated.'],
    ['mail', ''],
  ])('hides the line of %s: %s', (server, line) => {
    expect(formatServerLine(server, line)).toBeUndefined();
  });

  it.each([
    [
      "⚠  get /b/app/o/a.png denied: storage.rules:5:19 'request.auth != null' is false",
      "storage    get /b/app/o/a.png denied: storage.rules:5:19 'request.auth != null' is false",
    ],
    [
      "⚠  storage.rules:3:5 ERROR Unexpected 'alow'.",
      "rules      storage.rules:3:5 ERROR Unexpected 'alow'.",
    ],
    ['i  storage: Rules updated: storage.rules', 'rules      storage: Rules updated: storage.rules'],
  ])('names what a line of Storage is about: %s', (line, shown) => {
    expect(formatServerLine('firebase', line)).toBe(shown);
  });

  it('shows a finished function run', () => {
    const line = 'i  functions: Finished "us-central1-createOrder" in 9ms';
    expect(formatServerLine('firebase', line)).toBe(
      'functions  functions: Finished "us-central1-createOrder" in 9ms',
    );
  });
});
