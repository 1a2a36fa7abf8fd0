// The archive of a failed browser test: a zip that `savepoint studio FILE.zip` opens without the
// stack.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { asObjects, queryEventLog } from '../../../event-log/recording/query.ts';
import type { LogRow, SpanRow } from '../../../event-log/recording/rows.ts';
import { serverUrl } from '../config/environment.ts';
import { findFiles } from '../config/find-files.ts';
import type { StackData } from './stack-data.ts';

interface FailureArchive {
  /** Absolute path of the zip. */
  readonly file: string;
  readonly projectId: string;
  readonly eventLogPort: number | undefined;
  /** The stack's data right after the test failed. */
  readonly data: StackData;
  /** The test's errors. */
  readonly output: string;
  /** Folder with Playwright's traces and screenshots; ignored when it does not exist. */
  readonly playwrightFolder: string;
}

/** Selects the newest ones: the event log returns at most 10,000 rows. */
const SPANS = `SELECT * FROM (SELECT * FROM spans ORDER BY start_ms DESC LIMIT 10000) ORDER BY start_ms`;
const LOGS = `SELECT * FROM (SELECT * FROM logs ORDER BY id DESC LIMIT 10000) ORDER BY id`;
/** Zips and images are compressed already. */
const STORED = /\.(zip|png)$/;

/**
 * Writes the zip. If there is no event log or it does not respond, the zip has no spans and its
 * output says so.
 * @throws the system error when the zip cannot be written
 */
export async function writeFailureArchive(archive: FailureArchive): Promise<void> {
  const { file, projectId, eventLogPort, data, playwrightFolder } = archive;
  let { output } = archive;
  const read = async <Row>(sql: string): Promise<Row[]> => {
    try {
      return eventLogPort === undefined
        ? []
        : asObjects<Row>(await queryEventLog(serverUrl(eventLogPort), sql));
    } catch (error) {
      output += `\n--- the event log cannot be read: ${(error as Error).message} ---\n`;
      return [];
    }
  };
  const [spans, logs] = [await read<SpanRow>(SPANS), await read<LogRow>(LOGS)];
  const json = (value: unknown) => strToU8(JSON.stringify(value));
  const entries: Zippable = {
    'archive.json': json({ version: 1, projectId }),
    'spans.json': json(spans),
    'logs.json': json(logs),
    'data.json': json(data),
    'output.log': strToU8(output),
  };
  if (existsSync(playwrightFolder)) {
    for (const name of findFiles(playwrightFolder, '**/*')) {
      const content = readFileSync(`${playwrightFolder}/${name}`);
      entries[`playwright/${name}`] = [content, { level: STORED.test(name) ? 0 : 6 }];
    }
  }
  mkdirSync(dirname(file), { recursive: true });
  // The data contain passwords in plain text.
  writeFileSync(file, zipSync(entries), { mode: 0o600 });
}
