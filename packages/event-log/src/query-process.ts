// Started by query-runner.ts with the file of a run. Responds to one query after another over the
// IPC channel.
import { DatabaseSync } from 'node:sqlite';
import { denyAllButReading, type QueryRequest, runQuery } from './run-query.ts';

const database = new DatabaseSync(process.argv[2] as string, { readOnly: true });
denyAllButReading(database);
process.on('message', (request: QueryRequest) => {
  try {
    process.send?.({ result: runQuery(database, request) });
  } catch (error) {
    process.send?.({ error: (error as Error).message });
  }
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
