// Exports and imports all data of a stack, documents and accounts, through REST, so that it works with any Firestore and Auth emulator.

import { serverUrl } from '../config/environment.ts';
import type { Ports } from '../config/ports.ts';
import { PROJECT_ID } from '../config/repository.ts';
import { UserError } from '../user-error.ts';

const ROOT = `projects/${PROJECT_ID}/databases/(default)/documents`;
const PAGE_SIZE = 300;
/** A commit may have 500; fewer keep the request small. */
const WRITES_PER_COMMIT = 400;

/** The ports of the servers that store data. */
export type DataPorts = Pick<Ports, 'auth' | 'firestore'>;

interface StoredDocument {
  readonly name: string;
  /** Fields in Firestore's REST form; absent for a document that exists only as a parent. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface StackData {
  readonly documents: readonly StoredDocument[];
  /** Users as `accounts:batchCreate` of the Identity Toolkit API takes them. */
  readonly accounts: readonly Readonly<Record<string, unknown>>[];
}

/** Reads all documents and accounts. This is not one consistent read: nothing may write meanwhile. */
export async function exportData(ports: DataPorts): Promise<StackData> {
  const documents: StoredDocument[] = [];
  await collect(ports, ROOT, documents);
  const response = await call('GET', `${authUrl(ports)}/accounts:batchGet?maxResults=1000`);
  return { documents, accounts: (response.users as Record<string, unknown>[] | undefined) ?? [] };
}

/** Writes the data into an empty stack. */
export async function importData(ports: DataPorts, { documents, accounts }: StackData): Promise<void> {
  for (let from = 0; from < documents.length; from += WRITES_PER_COMMIT) {
    const writes = documents
      .slice(from, from + WRITES_PER_COMMIT)
      .map(({ name, fields }) => ({ update: { name, fields: fields ?? {} } }));
    await call('POST', `${serverUrl(ports.firestore)}/v1/${ROOT}:commit`, { writes });
  }
  if (accounts.length > 0) await call('POST', `${authUrl(ports)}/accounts:batchCreate`, { users: accounts });
}

async function collect(ports: DataPorts, parent: string, into: StoredDocument[]): Promise<void> {
  const base = `${serverUrl(ports.firestore)}/v1/${parent}`;
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
        await collect(ports, name, into);
      }
      page = response.nextPageToken || undefined;
    }
  }
}

function authUrl(ports: DataPorts): string {
  return `${serverUrl(ports.auth)}/identitytoolkit.googleapis.com/v1/projects/${PROJECT_ID}`;
}

async function call(method: string, url: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new UserError(
      `${method} ${url} returned ${response.status}: ${text.slice(0, 300)}`,
      'See the output of npm start.',
    );
  }
  return JSON.parse(text) as Record<string, unknown>;
}
