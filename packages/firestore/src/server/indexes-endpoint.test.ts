import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningEmulator, startEmulator } from './start-emulator.ts';

const ADMIN = '/emulator/v1/projects/p';
const INDEXES = {
  indexes: [
    {
      collectionGroup: 'notes',
      queryScope: 'COLLECTION',
      fields: [
        { fieldPath: 'author', order: 'ASCENDING' },
        { fieldPath: 'date', order: 'DESCENDING' },
      ],
    },
  ],
  fieldOverrides: [],
};
const QUERY = {
  structuredQuery: {
    from: [{ collectionId: 'notes' }],
    where: { fieldFilter: { field: { fieldPath: 'author' }, op: 'EQUAL', value: { stringValue: 'ada' } } },
    orderBy: [{ field: { fieldPath: 'date' }, direction: 'DESCENDING' }],
  },
};

let folder: string;
let emulator: RunningEmulator;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-indexes-'));
  const indexes = join(folder, 'indexes.json');
  writeFileSync(indexes, '{ "indexes": [], "fieldOverrides": [] }');
  emulator = await startEmulator({ indexes, requireIndexes: true, log: () => {} });
});

afterEach(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true });
});

async function put(path: string, body: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://${emulator.host}${path}`, { method: 'PUT', body });
  return { status: response.status, text: await response.text() };
}

/** 200 if the query has its index, 400 (FAILED_PRECONDITION) if not. */
async function queryStatus(database = '(default)'): Promise<number> {
  const url = `http://${emulator.host}/v1/projects/p/databases/${database}/documents:runQuery`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify(QUERY),
  });
  return response.status;
}

describe('PUT :indexes', () => {
  it('makes a query succeed by adding its index, and fail again by removing it', async () => {
    expect(await queryStatus()).toBe(400);
    expect((await put(`${ADMIN}:indexes`, JSON.stringify(INDEXES))).status).toBe(200);
    expect(await queryStatus()).toBe(200);
    expect((await put(`${ADMIN}:indexes`, '{}')).status).toBe(200);
    expect(await queryStatus()).toBe(400);
  });

  it('applies to one database if the URL names one', async () => {
    expect((await put(`${ADMIN}/databases/archive:indexes`, JSON.stringify(INDEXES))).status).toBe(200);
    expect(await queryStatus('archive')).toBe(200);
    expect(await queryStatus()).toBe(400);
  });

  it.each([
    ['text that is not JSON', '{', /The index definitions are not JSON/],
    ['an index without order', '{"indexes":[{"collectionGroup":"a","fields":[{"fieldPath":"b"}]}]}', /order/],
    ['a list', '[]', /the file/],
  ])('refuses %s and keeps the current indexes', async (_, body, message) => {
    await put(`${ADMIN}:indexes`, JSON.stringify(INDEXES));
    const { status, text } = await put(`${ADMIN}:indexes`, body);
    expect(text).toMatch(message);
    expect(status).toBe(400);
    expect(await queryStatus()).toBe(200);
  });
});
