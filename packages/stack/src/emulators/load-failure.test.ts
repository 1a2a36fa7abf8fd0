import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeLoadFailure, exitRemedy, LOAD_FAILURE_DETAIL } from './load-failure.ts';

const folder = join(process.cwd(), 'functions');
const file = join(folder, 'index.js');

it('describeLoadFailure reports where the functions threw, not the line in a package', () => {
  const lines = [
    "Failed to generate manifest from function source: Cannot read properties of null (reading 'length')",
    "TypeError: Cannot read properties of null (reading 'length')",
    '    at Module.load (/home/a/node_modules/firebase-functions/lib/runtime/loader.js:19:10)',
    `    at Object.<anonymous> (${file}:3:6)`,
  ];
  expect(describeLoadFailure(lines, folder)).toEqual({
    reason: "functions/index.js:3: TypeError: Cannot read properties of null (reading 'length')",
    remedy: 'Fix the code.',
  });
});

it('describeLoadFailure reports the position of a syntax error', () => {
  const lines = [`${file}:7`, 'const = 1;', '      ^', '', "SyntaxError: Unexpected token '='"];
  expect(describeLoadFailure(lines, folder).reason).toBe(
    "functions/index.js:7: SyntaxError: Unexpected token '='",
  );
});

it('describeLoadFailure repeats the message of firebase-tools when the functions printed nothing', () => {
  const line =
    '⬢  functions: Failed to load function definition from source: FirebaseError: User code failed to load. Timeout after 60000ms';
  expect(describeLoadFailure([line], folder).reason).toBe('User code failed to load. Timeout after 60000ms');
});

const failure = '⬢  functions: Failed to load function definition from source: FirebaseError: ';

it.each([
  ['Enter a string value for GREETING:', 'GREETING', 'GREETING=...'],
  ['Select a value for GREETING:', 'GREETING', 'GREETING=...'],
  ['Enter an integer value for How many greetings:', 'How many greetings', 'NAME=...'],
])(
  'describeLoadFailure names the parameter without a value that the question %s is about',
  (question, name, setting) => {
    const lines = [
      `${failure}Question "${question}" does not have a default and cannot be answered in non-interactive mode`,
    ];
    expect(describeLoadFailure(lines, join(process.cwd(), 'api'))).toEqual({
      reason: `the functions in api have no value for ${name}`,
      remedy: `Add ${setting} to api/.env or .env.local.`,
    });
  },
);

it('describeLoadFailure names the codebase that declares no Node version', () => {
  const lines = [
    `${failure}\`runtime\` field is required but was not found in firebase.json or package.json.`,
  ];
  expect(describeLoadFailure(lines, join(process.cwd(), 'api'))).toEqual({
    reason: 'the functions in api do not declare which version of Node they need',
    remedy: 'Add "engines": { "node": "24" } to api/package.json.',
  });
});

it('describeLoadFailure advises installing a missing package', () => {
  const lines = [`Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'sharp' imported from ${file}`];
  expect(describeLoadFailure(lines, folder).remedy).toBe('Run: npm install');
});

it.each([
  '"runtime": "nodejs24" or set the "engine" field in package.json',
  'To fix this, add the following lines to the `functions` section of your firebase.json:',
])('LOAD_FAILURE_DETAIL matches the remaining output of firebase-tools: %s', (line) => {
  expect(line).toMatch(LOAD_FAILURE_DETAIL);
});

it.each([
  ["Error: Cannot find module '@dabh/diagnostics'", /installation is incomplete/],
  ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 're2js' imported from /a/b.js", /incomplete/],
  ["Error: Cannot find module './missing.js'", /Fix the error above/],
  ['Error: Port 5000 is not open', /Fix the error above/],
])('exitRemedy suggests what to do about %j', (line, remedy) => {
  expect(exitRemedy([line, 'Require stack:'])).toMatch(remedy);
});
