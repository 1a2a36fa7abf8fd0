import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningEmulator, startEmulator } from './start-emulator.ts';

const DOCUMENT = 'documents/c/d';

let emulator: RunningEmulator;

beforeEach(async () => {
  emulator = await startEmulator({ log: () => {} });
});

afterEach(() => emulator.close());

async function send(method: string, path: string, body?: unknown): Promise<{ status: number; json: never }> {
  const response = await fetch(`http://${emulator.host}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: JSON.parse(await response.text()) as never };
}

const rulesIf = (condition: string): string =>
  `rules_version = '2';\nservice cloud.firestore {\n  match /databases/{d}/documents {\n    match /{p=**} { allow read: if ${condition}; }\n  }\n}`;
const body = (content: string, more: object = {}): object => ({
  rules: { files: [{ name: 'a.rules', content }] },
  ...more,
});
const ADMIN = '/emulator/v1/projects/p';
/** 200 or 404 if the rules allow the read, 403 if not. */
const readStatus = async (database: string, project = 'p'): Promise<number> =>
  (await send('GET', `/v1/projects/${project}/databases/${database}/${DOCUMENT}`)).status;

describe('GET :securityRules', () => {
  it('returns the PUT rules with their compiler warnings', async () => {
    const warned = rulesIf('true').replace(
      'match /{p=**}',
      'function unused() { return true; } match /{p=**}',
    );
    const put = await send('PUT', `${ADMIN}:securityRules`, body(warned));
    expect(put).toEqual({
      status: 200,
      json: {
        issues: [
          {
            severity: 'WARNING',
            description: expect.stringContaining('unused'),
            sourcePosition: {
              fileName: 'a.rules',
              line: 4,
              column: expect.any(Number),
              currentOffset: expect.any(Number),
              endOffset: expect.any(Number),
            },
          },
        ],
      },
    });
    const { issues } = put.json as { issues: unknown };
    expect((await send('GET', `${ADMIN}:securityRules`)).json).toEqual({
      rules: { files: [{ name: 'a.rules', content: warned }] },
      issues,
    });
  });

  it('returns rules that allow everything for a project without rules', async () => {
    const { status, json } = await send('GET', `${ADMIN}:securityRules`);
    expect([status, json]).toEqual([
      200,
      {
        rules: {
          files: [{ name: 'OPEN_RULES', content: expect.stringContaining('allow read, write: if true;') }],
        },
      },
    ]);
  });

  it('returns the rules in force after an attempt to load invalid ones', async () => {
    await send('PUT', `${ADMIN}:securityRules`, body(rulesIf('false')));
    const { status, json } = await send(
      'PUT',
      `${ADMIN}:securityRules`,
      body(rulesIf('('), { ignore_errors: true }),
    );
    expect([status, json]).toEqual([
      200,
      { issues: [expect.objectContaining({ severity: 'ERROR', description: expect.any(String) })] },
    ]);
    expect((await send('GET', `${ADMIN}:securityRules`)).json).toEqual({
      rules: { files: [{ name: 'a.rules', content: rulesIf('false') }] },
    });
    expect(await readStatus('(default)')).toBe(403);
  });
});

describe('PUT :securityRules', () => {
  it('rejects a second file instead of ignoring it', async () => {
    const files = [{ content: rulesIf('true') }, { content: rulesIf('false') }];
    expect(await send('PUT', `${ADMIN}:securityRules`, { rules: { files } })).toMatchObject({
      status: 400,
      json: { error: { message: 'The body has 2 rules.files: put all rules in one file.' } },
    });
  });

  it.each([
    ['the path', '/emulator/v1/projects/p/databases/second:securityRules', {}],
    ['the body', `${ADMIN}:securityRules`, { database: 'projects/p/databases/second' }],
    ['the query', `${ADMIN}:securityRules?database=projects/p/databases/second`, {}],
  ])('applies to the database named in %s', async (_place, path, more) => {
    expect((await send('PUT', path, body(rulesIf('false'), more))).status).toBe(200);
    expect(await readStatus('second')).toBe(403);
    expect(await readStatus('(default)')).toBe(404);
    expect(await readStatus('second', 'other')).toBe(404);
    const own = { rules: { files: [{ name: 'a.rules', content: rulesIf('false') }] } };
    expect((await send('GET', '/emulator/v1/projects/p/databases/second:securityRules')).json).toEqual(own);
    const query = '?database=projects/p/databases/second';
    expect((await send('GET', `${ADMIN}:securityRules${query}`)).json).toEqual(own);
  });

  it('applies to every database of the project without its own rules if it names none', async () => {
    await send('PUT', '/emulator/v1/projects/p/databases/open:securityRules', body(rulesIf('true')));
    await send('PUT', `${ADMIN}:securityRules`, body(rulesIf('false')));
    expect([await readStatus('(default)'), await readStatus('third'), await readStatus('open')]).toEqual([
      403, 403, 404,
    ]);
  });

  it('rejects a database of another project and one that contradicts the path', async () => {
    const of = (database: string) => body(rulesIf('false'), { database });
    for (const [path, database] of [
      [`${ADMIN}:securityRules`, 'projects/q/databases/second'],
      [`${ADMIN}:securityRules`, 'second'],
      ['/emulator/v1/projects/p/databases/second:securityRules', 'projects/p/databases/third'],
    ] as const) {
      expect((await send('PUT', path, of(database))).status, `${path} ${database}`).toBe(400);
    }
    expect(await readStatus('second')).toBe(404);
  });
});

describe('GET :ruleCoverage', () => {
  it('reports on rules that allow everything for a project without rules', async () => {
    const { status, json } = await send('GET', `${ADMIN}:ruleCoverage`);
    expect(status).toBe(200);
    expect(json).toEqual({
      rules: { files: [{ name: 'OPEN_RULES', content: expect.stringContaining('allow read, write') }] },
    });
    for (const form of ['html', 'lcov']) {
      expect((await fetch(`http://${emulator.host}${ADMIN}:ruleCoverage.${form}`)).status).toBe(200);
    }
  });

  it('counts the evaluations of each database separately', async () => {
    await send('PUT', `${ADMIN}:securityRules`, body(rulesIf('request.auth == null')));
    const path = '/emulator/v1/projects/p/databases/second';
    await send('PUT', `${path}:securityRules`, body(rulesIf('request.auth != null')));
    await readStatus('second');
    const values = async (prefix: string): Promise<unknown> => {
      const { json } = await send('GET', `${prefix}:ruleCoverage`);
      return (json as { report: { values?: unknown }[] }).report[0]?.values;
    };
    expect(await values(path)).toEqual([{ value: { boolValue: false }, count: 1 }]);
    expect(await values(ADMIN)).toBeUndefined();
  });
});
