import { expect, it } from 'vitest';
import { openQuery } from './open-query.ts';

it('a query explains how to start a stopped event log', async () => {
  // Nothing listens on port 1.
  await expect(openQuery(1)('SELECT 1')).rejects.toThrow(
    /^The event log does not respond\. If it was stopped, start it on Studio's page Overview or with: .*server.* start eventLog\. /,
  );
});
