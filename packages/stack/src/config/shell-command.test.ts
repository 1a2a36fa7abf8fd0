import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { fillCommand } from './shell-command.ts';

const HOSTILE = [
  '',
  'a b',
  '; exit 3',
  '$HOME `id` $(id)',
  `it's "quoted" \\ here`,
  '# no comment',
  '*',
  '-x',
];
const SHOW = 'node -e "console.log(JSON.stringify(process.argv.slice(1)))" --';

/** The arguments that a program receives from the command. */
function argumentsOf(command: string, value: string): string[] {
  const filled = fillCommand(`${SHOW} ${command}`, (text) => text.replace('{secret.X}', value));
  return JSON.parse(execFileSync('sh', ['-c', filled], { encoding: 'utf8' })) as string[];
}

describe('fillCommand', () => {
  it.each(HOSTILE)(
    'passes the value %j unchanged: alone, in a word and in quotes of either kind',
    (value) => {
      expect(argumentsOf(`{secret.X} --a={secret.X} "b {secret.X}" 'c {secret.X}' last`, value)).toEqual([
        value,
        `--a=${value}`,
        `b ${value}`,
        `c ${value}`,
        'last',
      ]);
    },
  );

  it('leaves text without placeholders, and plain values, unquoted', () => {
    const fill = (text: string) => ({ '{port}': '8080', '{url}': 'http://127.0.0.1:80' })[text] ?? text;
    expect(fillCommand('A=1 exec x --port {port} \\" --url {url} && echo $HOME {', fill)).toBe(
      'A=1 exec x --port 8080 \\" --url http://127.0.0.1:80 && echo $HOME {',
    );
  });
});
