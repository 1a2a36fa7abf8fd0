import { describe, expect, it } from 'vitest';
import { formatServerLine, isProgressLine, isRequestLine, parseVerbosity } from './server-output.ts';

describe('formatServerLine', () => {
  it.each([
    ['firestore', 'get /notes/n1 (signed out) → allow @ L12'],
    ['firestore', "update /notes/o1 (u7) → deny: false for 'update' @ L31"],
    ['firestore', 'runQuery (rest) → rejected: FAILED_PRECONDITION: The query requires an index.'],
    ['firestore', 'TTL policies deleted 2 documents'],
    ['firestore', 'WARNING: A request names project "odd", but this emulator was started for "demo-odd"'],
    ['firestore', 'trigger: event 1 of notes/o1 for onOrder-0 abandoned after 1 attempt: no reason'],
    ['firebase', '⚠  functions: Failed to load function definition from source'],
    ['firebase', 'Rejected POST on 127.0.0.1:4400: it comes from a page of another origin'],
    ['web', 'Rejected GET on 127.0.0.1:5173: its Host header is "evil.example"'],
    ['mail', 'POST /v1/checkout/sessions 200'],
  ])('shows the line of %s: %s', (server, line) => {
    expect(formatServerLine(server, line)).toContain(line.slice(0, 20));
  });

  it.each([
    ['firestore', 'Firestore listens on http://127.0.0.1:8080'],
    [
      'firebase',
      '⚠  firestore: Did not find a Cloud Firestore rules file specified in a firebase.json config file.',
    ],
    [
      'firebase',
      '⚠  firestore: The emulator will default to allowing all reads and writes. Learn more about this option: https://firebase.google.com/docs',
    ],
    ['firebase', 'i  emulators: Starting emulators: auth, functions'],
    ['firebase', '│ Auth │ 127.0.0.1:9099 │'],
    ['firebase', '(node:1) [DEP0040] DeprecationWarning: The `punycode` module is deprecated.'],
    ['mail', ''],
    ['firebase', '>  shutdown requested via /__/quitquitquit'],
    ['firebase', 'shutdown requested via /__/quitquitquit'],
    [
      'firebase',
      '[2026-11-27T05:54:15.564Z]  @firebase/database: FIREBASE WARNING: {"code":"app/invalid-credential"}',
    ],
    ['firebase', 'i  firestore: Change detected, updating rules...'],
    ['firebase', '✔  firestore: Rules updated.'],
    [
      'firebase',
      '⬢  functions: Unable to access secret environment variables from Google Cloud Secret Manager. Make sure',
    ],
    ['firebase', '\tFirebaseError: Unable to refresh auth: not yet authenticated.'],
    ['firestore', 'PUT /emulator/v1/projects/demo-odd:indexes → rejected: INVALID_ARGUMENT: indexes[0]'],
    ['firebase', '⬢  extensions: Unable to look up project number for an-app-of-mine.'],
    ['firebase', ' If this is a real project, ensure that you are logged in and have access to it.'],
    ['pubsub', '  export PUBSUB_EMULATOR_HOST=127.0.0.1:8085'],
    [
      'firebase',
      '⚠  functions: Unable to fetch project Admin SDK configuration, Admin SDK behavior in Cloud Functions emulator may be incorrect.',
    ],
    [
      'firebase',
      '⚠  functions: The following emulators are not running, calls to these services from the Functions emulator will affect production: database, pubsub',
    ],
    [
      'firebase',
      '⚠  functions: Your requested "node" version "20" doesn\'t match your global version "24". Using node@24 from host.',
    ],
    [
      'firebase',
      '⚠  hosting: Could not fetch web app configuration and there is no cached configuration on this machine. Check your internet connection and make sure you are authenticated.',
    ],
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
  ])('adds the subject to a line of Storage: %s', (line, shown) => {
    expect(formatServerLine('firebase', line)).toBe(shown);
  });

  it.each([
    ['>  [createOrder] plain text', 'functions  createOrder: plain text'],
    ['>  printed while the functions load', 'functions  printed while the functions load'],
    ['>  [createOrder] {"severity":"INFO","message":"paid"}', 'functions  createOrder: paid'],
    [
      '>  [createOrder] {"severity":"ERROR","message":"no stock","orderId":"a1","logging.googleapis.com/trace":"t"}',
      'functions  createOrder: ERROR no stock {"orderId":"a1"}',
    ],
    ['>  {"severity":"WARNING","message":"two\\nlines"}', 'functions  WARNING two\n    lines'],
    ['>  [createOrder] {"a":1}', 'functions  createOrder: {"a":1}'],
  ])("shows the output of a function, %s, as text with the function's name", (line, shown) => {
    expect(formatServerLine('firebase', line)).toBe(shown);
  });

  it('shows a finished function run, with its time in whole milliseconds', () => {
    const line = 'i  functions: Finished "us-central1-createOrder" in 26.82169900000008ms';
    expect(formatServerLine('firebase', line)).toBe('functions  Finished "us-central1-createOrder" in 27ms');
  });
});

it('isRequestLine matches request lines of Firestore but not messages for the developer', () => {
  expect(isRequestLine('firestore', 'create /notes/n1 (owner) → allow (rules bypassed)')).toBe(true);
  expect(isRequestLine('firestore', 'WARNING: A request names project "odd"')).toBe(false);
  expect(isRequestLine('pubsub', 'create')).toBe(false);
});

it.each([
  ['firebase', 'i  functions: Finished "us-central1-createOrder" in 26.8ms', true],
  ['pubsub', 'savepoint-pubsub is ready on http://127.0.0.1:8085', true],
  ['firebase', '>  [createOrder] Finished', false],
  ['functions', 'The secret KEY has no value', false],
])(
  'isProgressLine distinguishes progress of %s, "%s", from messages for the developer',
  (server, text, expected) => {
    expect(isProgressLine(server, text)).toBe(expected);
  },
);

describe('--log-verbosity', () => {
  const request = ['firestore', 'get /notes/n1 (signed out) → allow @ L12'] as const;
  const denial = ['firestore', "update /notes/o1 (u7) → deny: false for 'update' @ L31"] as const;
  const printed = ['firebase', '>  {"message":"no stock"}'] as const;
  const failure = ['functions', 'not loaded: there is no firebase-functions. Run: npm install'] as const;
  const warning = ['database', 'database  WARNING: data was written to both demo-odd and'] as const;
  const detail = ['firebase', 'i  emulators: Starting emulators: auth, functions'] as const;

  it.each([
    ['DEBUG', [request, denial, printed, failure, warning, detail]],
    ['INFO', [request, denial, printed, failure, warning]],
    ['QUIET', [denial, printed, failure, warning]],
    ['SILENT', []],
  ] as const)('%s shows what firebase-tools shows', (verbosity, shown) => {
    const lines = [request, denial, printed, failure, warning, detail];
    expect(lines.filter(([server, line]) => formatServerLine(server, line, verbosity) !== undefined)).toEqual(
      shown,
    );
  });

  it('defaults to INFO and refuses an unknown level', () => {
    expect(parseVerbosity(undefined)).toBe('INFO');
    expect(() => parseVerbosity('LOUD')).toThrow(
      '--log-verbosity is "LOUD". Expected one of: DEBUG, INFO, QUIET, SILENT.',
    );
  });
});
