import { create, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GetDocumentRequestSchema } from '../gen/google/firestore/v1/firestore_pb.js';
import { type RunningEmulator, startEmulator } from './start-emulator.ts';

const DOCUMENTS = 'projects/p/databases/(default)/documents';
const INVALID_TOKEN = 'Bearer nonsense';

let emulator: RunningEmulator;
let lines: string[];

beforeEach(async () => {
  lines = [];
  emulator = await startEmulator({ logRequests: true, log: (line) => lines.push(line) });
});

afterEach(() => emulator.close());

function send(method: string, path: string, headers: Record<string, string>, body?: string) {
  return fetch(`http://${emulator.host}${path}`, { method, headers, ...(body !== undefined && { body }) });
}

/** Sends a gRPC GetDocument with raw bytes. Resolves with the error. */
function getOverGrpc(bytes: Buffer, metadata = new Metadata()): Promise<Error | null> {
  const client = new Client(emulator.host, credentials.createInsecure());
  const identity = (buffer: Buffer) => buffer;
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      '/google.firestore.v1.Firestore/GetDocument',
      identity,
      identity,
      bytes,
      metadata,
      (error) => {
        client.close();
        resolve(error);
      },
    );
  });
}

describe('--log-requests', () => {
  it('escapes control characters in document ids, so that they cannot forge a decision', async () => {
    const id = '%1b%5d52;c;%07%0aget%20x%20(owner)%20→%20allow%c2%9b%e2%80%a8';
    await send('GET', `/v1/${DOCUMENTS}/a/${id}`, {});
    await send('GET', `/v1/${DOCUMENTS}/a/${id}?readTime=${id}`, {});
    expect(lines[0]).toMatch(/^get \/a\/\\u001b\]52;c;\\u0007\\u000aget x \(owner\) → allow\\u009b\\u2028 /);
    expect(lines.join('')).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  });

  it('names a database other than the default, and a project other than the configured one', async () => {
    await emulator.close();
    const settings = { singleProjectMode: 'warn', projectId: 'p' } as const;
    emulator = await startEmulator({ ...settings, logRequests: true, log: (line) => lines.push(line) });
    await send('GET', `/v1/${DOCUMENTS}/a/b`, {});
    await send('GET', '/v1/projects/p/databases/reports/documents/a/b', {});
    await send('GET', '/v1/projects/q/databases/reports/documents/a/b', {});
    expect(lines.filter((line) => line.startsWith('get'))).toEqual([
      'get /a/b (signed out) → allow (rules bypassed)',
      'get /a/b (signed out, database reports) → allow (rules bypassed)',
      'get /a/b (signed out, database reports, project q) → allow (rules bypassed)',
    ]);
  });

  it('prints one line with the reason for a REST request with an invalid token', async () => {
    expect((await send('GET', `/v1/${DOCUMENTS}/a/b`, { authorization: INVALID_TOKEN })).status).toBe(401);
    expect(lines).toEqual([
      expect.stringMatching(
        /^getDocument \(rest\) → rejected: UNAUTHENTICATED: Invalid authentication token: /,
      ),
    ]);
  });

  it('logs one line for a refused streaming REST request', async () => {
    const body = JSON.stringify({ structuredQuery: { from: [{ collectionId: 'a' }] } });
    await send('POST', `/v1/${DOCUMENTS}:runQuery`, { authorization: INVALID_TOKEN }, body);
    expect(lines).toEqual([expect.stringMatching(/^runQuery \(rest\) → rejected: UNAUTHENTICATED: /)]);
  });

  it('prints one line for a gRPC call with an invalid token, and one for bytes that are not a request', async () => {
    const metadata = new Metadata();
    metadata.set('authorization', INVALID_TOKEN);
    const request = create(GetDocumentRequestSchema, { name: `${DOCUMENTS}/a/b` });
    expect(
      await getOverGrpc(Buffer.from(toBinary(GetDocumentRequestSchema, request)), metadata),
    ).toMatchObject({
      code: 16,
    });
    expect(await getOverGrpc(Buffer.from([255]))).toMatchObject({ code: 3 });
    expect(lines).toEqual([
      expect.stringMatching(/^getDocument \(grpc\) → rejected: UNAUTHENTICATED: /),
      expect.stringMatching(
        /^getDocument \(grpc\) → rejected: INVALID_ARGUMENT: The request is not a valid /,
      ),
    ]);
  });

  it('prints one line for a WebChannel stream with an invalid token', async () => {
    const form = new URLSearchParams({
      headers: `Authorization:${INVALID_TOKEN}\r\n`,
      count: '1',
      ofs: '0',
      req0___data__: JSON.stringify({
        database: 'projects/p/databases/(default)',
        addTarget: { documents: { documents: [`${DOCUMENTS}/a/b`] }, targetId: 2 },
      }),
    });
    await send(
      'POST',
      '/google.firestore.v1.Firestore/Listen/channel?VER=8&RID=1&CVER=22',
      { 'content-type': 'application/x-www-form-urlencoded' },
      String(form),
    );
    await vi.waitFor(() =>
      expect(lines).toEqual([expect.stringMatching(/^listen \(webchannel\) → rejected: UNAUTHENTICATED: /)]),
    );
  });

  it('prints one line without the query for a malformed body and for an unknown endpoint', async () => {
    await send('POST', `/v1/${DOCUMENTS}:commit?access_token=secret`, {}, '{');
    await send('GET', '/emulator/v1/projects/p:nothing?access_token=secret', {});
    expect(lines).toEqual([
      expect.stringMatching(/^POST \/v1\/projects\/p\/[^?]*:commit → rejected: INVALID_ARGUMENT: /),
      expect.stringMatching(/^GET \/emulator\/v1\/projects\/p:nothing → rejected: UNIMPLEMENTED: /),
    ]);
  });

  it("prints one line for a method that clients may not call, and only the rules' line for a denial", async () => {
    const content = `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents { match /{p=**} { allow read: if false; } } }`;
    const rules = JSON.stringify({ rules: { files: [{ content }] } });
    await send('PUT', '/emulator/v1/projects/p:securityRules', {}, rules);
    expect((await send('POST', `/v1/${DOCUMENTS}:listCollectionIds`, {}, '{}')).status).toBe(403);
    expect((await send('GET', `/v1/${DOCUMENTS}/a/b`, {})).status).toBe(403);
    expect(lines).toEqual([
      'listCollectionIds (rest) → rejected: PERMISSION_DENIED: Only administrators may list collection ids.',
      expect.stringMatching(/^get \/a\/b \(signed out\) → deny: /),
    ]);
  });

  it('prints no rejection for a missing document', async () => {
    expect((await send('GET', `/v1/${DOCUMENTS}/a/b`, { authorization: 'Bearer owner' })).status).toBe(404);
    expect(lines).toEqual(['get /a/b (owner) → allow (rules bypassed)']);
  });

  it("prints no line for the owner's reads of a tool that records nothing, and one for its writes and for what rules decide", async () => {
    const content = `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents { match /{p=**} { allow read: if false; } } }`;
    const rules = JSON.stringify({ rules: { files: [{ content }] } });
    await send('PUT', '/emulator/v1/projects/p:securityRules', {}, rules);
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
    const owner = { authorization: 'Bearer owner', traceparent };
    await send('PATCH', `/v1/${DOCUMENTS}/a/b`, owner, '{}');
    await send('GET', `/v1/${DOCUMENTS}/a/b`, owner);
    await send('GET', `/v1/${DOCUMENTS}/a`, owner);
    const body = JSON.stringify({ structuredQuery: { from: [{ collectionId: 'a' }] } });
    expect(await (await send('POST', `/v1/${DOCUMENTS}:runQuery`, owner, body)).json()).toMatchObject([
      { document: { name: `${DOCUMENTS}/a/b` } },
    ]);
    expect((await send('POST', `/v1/${DOCUMENTS}:listCollectionIds`, owner, '{}')).status).toBe(200);
    await send('GET', `/v1/${DOCUMENTS}/a/b`, { traceparent });
    expect(lines).toEqual([
      'create /a/b (owner) → allow (rules bypassed)',
      expect.stringMatching(/^get \/a\/b \(signed out\) → deny: /),
    ]);
  });
});
