// Exports and imports all data of a stack, documents, accounts and files, through REST, so that it works with any emulators.

import { randomBytes } from 'node:crypto';
import { serverUrl } from '../config/environment.ts';
import { commandText, projectId } from '../config/project.ts';
import { UserError } from '../user-error.ts';
import { exportObjects, importObjects, type StoredObject } from './stored-objects.ts';

const PAGE_SIZE = 300;
/** A commit may have 500; fewer keep the request small. */
const WRITES_PER_COMMIT = 400;
/**
 * What a command sends is one trace, without the reads: it is not sampled (https://www.w3.org/TR/trace-context/#sampled-flag), and the
 * Firestore emulator records the writes of such a request only.
 */
const TRACEPARENT = `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;

/** The ports of the servers that store data, of those that a stack has. */
export interface DataPorts {
  readonly auth?: number | undefined;
  readonly firestore?: number | undefined;
  readonly storage?: number | undefined;
  readonly tasks?: number | undefined;
  readonly pubsub?: number | undefined;
}

interface StoredDocument {
  readonly name: string;
  /** Fields in Firestore's REST form; absent for a document that exists only as a parent. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface StackData {
  readonly documents: readonly StoredDocument[];
  /** Users as `accounts:batchCreate` of the Identity Toolkit API takes them. */
  readonly accounts: readonly Readonly<Record<string, unknown>>[];
  readonly objects: readonly StoredObject[];
}

/** Reads all documents, accounts and files. This is not one consistent read: nothing may write meanwhile. */
export async function exportData(
  { auth, firestore, storage }: DataPorts,
  id: string = projectId(),
): Promise<StackData> {
  const documents: StoredDocument[] = [];
  if (firestore !== undefined) await collect(firestore, documentsRoot(id), documents);
  const accounts = auth === undefined ? [] : await exportAccounts(authUrl(auth, id));
  return { documents, accounts, objects: storage === undefined ? [] : await exportObjects(storage) };
}

async function exportAccounts(url: string): Promise<Record<string, unknown>[]> {
  const response = await call('GET', `${url}/accounts:batchGet?maxResults=-1`);
  return (response.users as Record<string, unknown>[] | undefined) ?? [];
}

/** Writes the data into an empty stack. Data of a server that the stack does not have are left out. */
export async function importData(
  { auth, firestore, storage }: DataPorts,
  { documents, accounts, objects }: StackData,
  id: string = projectId(),
): Promise<void> {
  for (let from = 0; firestore !== undefined && from < documents.length; from += WRITES_PER_COMMIT) {
    const writes = documents
      .slice(from, from + WRITES_PER_COMMIT)
      .map(({ name, fields }) => ({ update: { name, fields: fields ?? {} } }));
    await call('POST', `${serverUrl(firestore)}/v1/${documentsRoot(id)}:commit`, { writes });
  }
  if (auth !== undefined && accounts.length > 0)
    await call('POST', `${authUrl(auth, id)}/accounts:batchCreate`, { users: accounts });
  if (storage !== undefined) await importObjects(storage, objects);
}

function documentsRoot(id: string): string {
  return `projects/${id}/databases/(default)/documents`;
}

async function collect(port: number, parent: string, into: StoredDocument[]): Promise<void> {
  const base = `${serverUrl(port)}/v1/${parent}`;
  const { collectionIds = [] } = (await call('POST', `${base}:listCollectionIds`, {})) as {
    collectionIds?: string[];
  };
  for (const id of collectionIds) {
    for (let page: string | undefined = ''; page !== undefined; ) {
      const query = new URLSearchParams({
        pageSize: String(PAGE_SIZE),
        showMissing: 'true',
        pageToken: page,
      });
      const response = (await call('GET', `${base}/${id}?${query}`)) as {
        documents?: (StoredDocument & { createTime?: string })[];
        nextPageToken?: string;
      };
      for (const { name, fields, createTime } of response.documents ?? []) {
        if (createTime !== undefined) into.push({ name, fields: fields ?? {} });
        await collect(port, name, into);
      }
      page = response.nextPageToken || undefined;
    }
  }
}

function authUrl(port: number, id: string): string {
  return `${serverUrl(port)}/identitytoolkit.googleapis.com/v1/projects/${id}`;
}

async function call(method: string, url: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method,
    headers: {
      ...{ authorization: 'Bearer owner', 'content-type': 'application/json' },
      traceparent: TRACEPARENT,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new UserError(
      `${method} ${url} returned ${response.status}: ${text.slice(0, 300)}`,
      `See the output of ${commandText('start')}.`,
    );
  }
  return JSON.parse(text) as Record<string, unknown>;
}
