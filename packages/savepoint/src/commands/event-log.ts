// Commands that read the event log of a running stack.
import { readFileSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';
import { printable, printableLines } from 'savepoint-stack/config/printable';
import { commandText } from 'savepoint-stack/config/project';
import { openQuery } from 'savepoint-stack/recording/open-query';
import {
  asObjects,
  formatDenial,
  formatTrace,
  openRecording,
  type QueryTable,
  readTrace,
} from 'savepoint-stack/recording/open-recording';
import { findRunningStack, openProjectOf } from 'savepoint-stack/stack/running-stacks';
import { UserError } from 'savepoint-stack/user-error';
import type { Command } from '../cli/command.ts';
import { type FlagSpec, PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { selectionOf } from './stack-selection.ts';

const JSON_OUTPUT: FlagSpec = { type: 'boolean', description: 'print JSON' };

/** `savepoint trace`: prints the tree of a trace. */
export const trace: Command = {
  summary: 'print a recorded trace: the last one of several servers, or that of an id',
  usage: '[TRACE_ID] [--json] [--stack NAME]',
  flags: { json: JSON_OUTPUT, stack: STACK, 'port-offset': PORT_OFFSET },
  maxPositionals: 1,
  async run(invocation, folder) {
    const { ports } = findRunningStack(folder, selectionOf(invocation));
    const [id] = invocation.positionals;
    const found = await readTrace(openQuery(ports.eventLog), id);
    if (found === undefined) {
      throw id === undefined
        ? new UserError(
            'No trace is recorded yet',
            'Send a request to a server of the stack, then try again.',
          )
        : new UserError(
            `There is no trace ${id}`,
            `${commandText(folder, 'trace')}, without an id, prints the last one.`,
          );
    }
    console.log(
      invocation.flag('json') ? printable(JSON.stringify(found.spans)) : formatTrace(found.id, found.spans),
    );
    return 0;
  },
};

/** `savepoint query`: runs SQL on the event log. */
export const query: Command = {
  summary: 'run SQL on the recorded spans and logs',
  usage: 'SQL|@FILE [--json] [--stack NAME]',
  flags: { json: JSON_OUTPUT, stack: STACK, 'port-offset': PORT_OFFSET },
  maxPositionals: 1,
  notes: [
    'One SELECT or WITH of these tables:',
    '  spans: trace_id, span_id, parent_span_id, name, kind, service, start_ms, end_ms (null while open),',
    '         status (unset, ok, error), status_message, attributes (JSON), events (JSON)',
    '  logs:  id, time_ms, trace_id, span_id, service, severity, body, attributes (JSON)',
  ],
  async run(invocation, folder) {
    const [text] = invocation.positionals;
    const usage = `Usage: ${invocation.usage}`;
    if (text === undefined) throw new UserError('Expected SQL', usage);
    const sql = text.startsWith('@') ? readSql(text.slice(1), usage) : text;
    const { ports } = findRunningStack(folder, selectionOf(invocation));
    print(await openQuery(ports.eventLog)(sql), invocation.flag('json'));
    return 0;
  },
};

/** `savepoint explain`: prints why the rules denied a request. */
export const explain: Command = {
  summary: 'explain a denied request: the last one, or that of a trace',
  usage: '[TRACE_ID] [--json] [--stack NAME]',
  flags: { json: JSON_OUTPUT, stack: STACK, 'port-offset': PORT_OFFSET },
  maxPositionals: 1,
  async run(invocation, folder) {
    const stack = findRunningStack(folder, selectionOf(invocation));
    const [id] = invocation.positionals;
    const recording = openRecording(openProjectOf(folder, stack), stack);
    const denial = await recording.readDenial(id);
    if (denial === undefined) {
      throw new UserError(
        id === undefined ? 'No request was denied yet' : `No request of trace ${id} was denied`,
        `${commandText(folder, 'explain')}, without an id, explains the last denied request.`,
      );
    }
    console.log(invocation.flag('json') ? printable(JSON.stringify(denial)) : formatDenial(denial));
    return 0;
  },
};

/** `savepoint logs`: prints the last log lines. */
export const logs: Command = {
  summary: 'print the last recorded log lines, or those of a trace',
  usage: '[TRACE_ID] [--json] [--stack NAME]',
  flags: { json: JSON_OUTPUT, stack: STACK, 'port-offset': PORT_OFFSET },
  maxPositionals: 1,
  async run(invocation, folder) {
    const { ports } = findRunningStack(folder, selectionOf(invocation));
    const [id = null] = invocation.positionals;
    const sql = `SELECT * FROM (SELECT id, strftime('%H:%M:%f', time_ms / 1000, 'unixepoch') AS time, severity, service, body, trace_id
      FROM logs WHERE ?1 IS NULL OR trace_id = ?1 ORDER BY id DESC LIMIT 100) ORDER BY id`;
    print(await openQuery(ports.eventLog)(sql, [id]), invocation.flag('json'));
    return 0;
  },
};

function readSql(file: string, usage: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { errno = 0, message } = error as NodeJS.ErrnoException;
    const [, problem = message] = getSystemErrorMap().get(errno) ?? [];
    throw new UserError(`Cannot read ${file}: ${problem}`, usage);
  }
}

function print(table: QueryTable, asJson: boolean): void {
  const objects = asObjects(table);
  if (asJson) console.log(printable(JSON.stringify(objects)));
  else {
    for (const row of objects) console.log(printableLines(Object.values(row).join('  ')));
    if (table.truncated) console.log(`The first ${objects.length} rows: there are more.`);
  }
}
