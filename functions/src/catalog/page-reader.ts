// Owns the reads of pages that are made on the server: the web app's own requests, answered by the admin SDK as everybody
// may read them, and kept for a moment, so that a crowd costs few reads. It must not know what is on a page.
import { type Query, Timestamp } from 'firebase-admin/firestore';
import { isLocal } from '../config/settings.ts';
import { database } from '../firestore/database.ts';

/** A read as the web app words it (web/src/firebase/request.ts). */
export interface PageRead {
  readonly op: 'get' | 'query';
  readonly path: string;
  readonly where?: readonly (readonly [string, FirebaseFirestore.WhereFilterOp, unknown])[];
  readonly orderBy?: readonly (readonly [string, 'asc' | 'desc'])[];
  readonly limit?: number;
  readonly select?: readonly string[];
}

/** What everybody may read; anything else has no business on a page that everybody is served. */
const PUBLIC = new Set(['products', 'categories', 'reviews']);
/** Locally nobody should have to wait for their own change. */
const KEPT_MS = isLocal() ? 0 : 30_000;
const KEPT_MAX = 200;

interface Kept {
  readonly until: number;
  readonly answer: Promise<unknown>;
}
const kept = new Map<string, Kept>();

/** Answers a read with plain data, times as ISO strings; equal reads of a moment are one. Rejects when it may not or cannot. */
export function readForPage(read: PageRead): Promise<unknown> {
  const key = JSON.stringify(read);
  const now = Date.now();
  const known = kept.get(key);
  if (known !== undefined && known.until > now) return known.answer;
  const answer = ask(read);
  kept.delete(key);
  kept.set(key, { until: now + KEPT_MS, answer });
  answer.catch(() => kept.delete(key));
  if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value as string);
  return answer;
}

async function ask(read: PageRead): Promise<unknown> {
  const [collection = '', id, ...rest] = read.path.split('/').map(decodeURIComponent);
  if (!PUBLIC.has(collection) || rest.length > 0) throw new Error(`A page may not read '${read.path}'.`);
  if (read.op === 'query') return runQuery(read);
  if (id === undefined || !canBeId(id)) return null;
  const found = await database().collection(collection).doc(id).get();
  return found.exists ? { ...(plain(found.data()) as object), id } : null;
}

async function runQuery({ path, where = [], orderBy = [], limit, select }: PageRead): Promise<unknown> {
  let query: Query = database().collection(path);
  for (const [field, operator, value] of where) query = query.where(field, operator, value);
  for (const [field, direction] of orderBy) query = query.orderBy(field, direction);
  if (limit !== undefined) query = query.limit(limit);
  if (select !== undefined) query = query.select(...select);
  const { docs } = await query.get();
  return docs.map((found) => ({ ...(plain(found.data()) as object), id: found.id }));
}

/** Ids that Firestore refuses name no document (firebase.google.com/docs/firestore/quotas, constraints on document ids). */
function canBeId(id: string): boolean {
  return (
    id !== '' &&
    id !== '.' &&
    id !== '..' &&
    !id.includes('/') &&
    !/^__.*__$/.test(id) &&
    Buffer.byteLength(id) <= 1500
  );
}

function plain(value: unknown): unknown {
  if (value instanceof Timestamp) return value.toDate().toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, plain(held)]));
}
