import type { Command } from './command.ts';
import { formatFlag } from './command-line.ts';

/** The help text of one command. */
export function formatCommandHelp({ summary, usage, flags, notes = [] }: Command): string {
  const rows = Object.entries(flags).map(([name, flag]): [string, string] => [
    formatFlag(name, flag),
    flag.description,
  ]);
  const flagLines = formatRows([...rows, ['-h, --help', 'print this text']]);
  return [`Usage: ${usage}`, '', capitalize(summary), '', 'Flags:', ...flagLines, ...notesBlock(notes)].join(
    '\n',
  );
}

/** The help text without a command: all commands, one line each. */
export function formatCommandList(commands: Readonly<Record<string, Command>>): string {
  const rows = Object.entries(commands).map(([name, { summary }]): [string, string] => [name, summary]);
  return [
    'Usage: savepoint COMMAND [flags]',
    '',
    'Commands:',
    ...formatRows(rows),
    '',
    'Help for one command: savepoint help COMMAND, or the command with --help',
  ].join('\n');
}

function notesBlock(notes: readonly string[]): readonly string[] {
  return notes.length === 0 ? [] : ['', ...notes];
}

function formatRows(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, description]) => `  ${name.padEnd(width)}  ${description}`);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
