import { shardsOf } from '../../model/src/stock-shards.ts';

interface RestValue {
  readonly [kind: string]: unknown;
}

function toRestValue(value: unknown): RestValue {
  if (value instanceof Date) return { timestampValue: value.toISOString() };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  if (value === null) return { nullValue: null };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toRestValue) } };
  if (typeof value === 'object') return { mapValue: { fields: fieldsOf(value) } };
  throw new Error(`A document cannot hold ${String(value)} here.`);
}

function fieldsOf(record: object): Record<string, RestValue> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, toRestValue(value)]));
}

/** Creates or replaces a document, bypassing rules. */
export function writeDocument(path: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  return writeDocuments([[path, fields]]);
}

/** Creates or replaces documents in one commit, bypassing rules. */
export function writeDocuments(
  documents: readonly (readonly [path: string, fields: object])[],
): Promise<void> {
  return commit(documents.map(([path, fields]) => ({ update: toUpdate(path, fields) })));
}

/** Updates the given fields of a document, bypassing rules. */
export function updateDocument(path: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  return commit([{ update: toUpdate(path, fields), updateMask: { fieldPaths: Object.keys(fields) } }]);
}

const documentsName = () => `projects/${process.env.SAVEPOINT_PROJECT_ID}/databases/(default)/documents`;

function toUpdate(path: string, fields: object): object {
  return { name: `${documentsName()}/${path}`, fields: fieldsOf(fields) };
}

async function commit(writes: readonly object[]): Promise<void> {
  const url = `http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/${documentsName()}:commit`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ writes }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}

/** Writes the stock of a product's sizes into its shards, as orders take it. */
export function writeStock(
  productId: string,
  variants: readonly { readonly size?: string; readonly stock: number }[],
): Promise<void> {
  return writeDocuments(shardsOf(productId, variants));
}

/** Sets a product's stock and the count that pages show. */
export async function setStock(
  productId: string,
  variants: readonly { readonly size?: string; readonly stock: number }[],
): Promise<void> {
  await writeStock(productId, variants);
  await updateDocument(`products/${productId}`, {
    ...{ variants, inStock: variants.some(({ stock }) => stock > 0) },
    stockAt: new Date().toISOString(),
  });
}

/**
 * The text of a stored document in Firestore's REST form, for checks that no page can make, such as
 * that a save has arrived.
 */
export async function readDocument(path: string): Promise<string> {
  const url = `http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/${documentsName()}/${path}`;
  const response = await fetch(url, { headers: { authorization: 'Bearer owner' } });
  return await response.text();
}
