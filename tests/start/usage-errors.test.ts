import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { findFreeOffset } from '../support/free-ports.ts';
import { type CommandOptions, runKitCommand } from '../support/kit-command.ts';
import { type CommandResult, runKit } from './kit-process.ts';

/** Expects one line of error, no stack trace and exit code 1. */
function expectUsageError({ code, output }: CommandResult, message: RegExp): void {
  const lines = output.trim().split('\n');
  expect(lines.filter((line) => line.startsWith('savepoint:'))).toHaveLength(1);
  expect(lines.find((line) => line.startsWith('savepoint:'))).toMatch(message);
  expect(output).not.toMatch(/^\s+at /m);
  expect(code).toBe(1);
}

/** Runs a command that must fail like this. */
async function expectMistake(args: readonly string[], message: RegExp, env: CommandOptions['env'] = {}) {
  const { code, stdout, stderr } = await runKitCommand(args, { env });
  expectUsageError({ code, output: stdout + stderr }, message);
}

describe('a command line with a mistake', () => {
  it('fails a process with one line and exit code 1', () => {
    expectUsageError(runKit(['strat']), /Unknown command "strat", expected one of: start, /);
  });

  it.each([
    [[], /Expected a command: start, exec, .*savepoint help/],
    [['help', 'exce'], /Unknown command "exce", expected one of: exec, /],
    [
      ['start', '--prot-offset', '5'],
      /Unknown flag "--prot-offset", expected one of: --port-offset N, --stack NAME, --shopify, .*Usage: npm start/,
    ],
    [['start', '--port-offset', 'ten'], /--port-offset expects a whole number, but got "ten"/],
    [['start', '--port-offset', '70000'], /moves a port out of the range from 1024 to 65535/],
    [
      ['start', '--allow-origin', 'shop.example'],
      /--allow-origin expects origins, but got "shop\.example".*https:\/\/app\.example/,
    ],
    [['start', 'now'], /Unexpected argument "now".*Usage: npm start/],
    [['snapshot'], /Expected an action: save, load or list.*Usage: npm run snapshot/],
    [['snapshot', 'sav', 'x'], /Unknown action "sav", expected one of: save, load, list/],
    [['snapshot', 'save', '--port-offset', '41'], /Expected a snapshot name/],
    [['snapshot', 'load', 'x', '--port-offset', '41'], /No stack is running at port offset 41.*npm start/],
    [['reset', '--port-offset', '41'], /No stack is running at port offset 41/],
    [['run'], /Expected a command to run.*Usage: npx savepoint run \[--stack NAME\] -- COMMAND/],
    [['run', '--port-offset', '41', '--', 'true'], /No stack is running at port offset 41.*npm start/],
    [['run', '--stack', 'nothing', '--', 'true'], /No stack "nothing" is running/],
    [['query', '@nofile'], /Cannot read nofile: no such file or directory\. Usage: .*query SQL\|@FILE/],
    [['query', '@seed'], /Cannot read seed: illegal operation on a directory\. /],
    [
      ['init'],
      /needs no file in a project; --editor writes \.vscode\/launch\.json.*Usage: npx savepoint init/,
    ],
    [['deploy'], /Expected --project ID or --check/],
    [['deploy', '--project', 'demo-savepoint'], /demo project.*real project/],
  ])('%j fails with one line that says what was expected', async (args, message) => {
    await expectMistake(args, message);
  });
});

describe('the usage in a message', () => {
  it.each([
    ['npx savepoint', { npm_command: 'exec', npm_lifecycle_script: 'savepoint' }],
    // npm 10 quotes the name.
    ['npx savepoint', { npm_command: 'exec', npm_lifecycle_script: "'savepoint'" }],
    ['npm run snapshot --', { npm_command: 'run-script', npm_lifecycle_script: 'savepoint' }],
  ])('is that of %s for who typed it', async (typed, env) => {
    await expectMistake(['snapshot'], new RegExp(`Usage: ${typed} `), env);
  });
});

describe('npm start', () => {
  it('names the server and the owning process of a port in use', async () => {
    const { offset } = await findFreeOffset();
    const server = createServer().listen(9099 + offset, '127.0.0.1');
    await once(server, 'listening');
    const result = runKit(['start', '--port-offset', String(offset)]);
    server.close();
    expectUsageError(
      result,
      new RegExp(`Port ${9099 + offset} \\(auth\\) is in use by process ${process.pid} \\(.*--port-offset`),
    );
  });
});
