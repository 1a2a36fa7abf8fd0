// Owns writing a document past the rules, as an admin's tool would, to bring about what a test starts from.

interface WireValue {
  readonly [kind: string]: unknown;
}

function toWire(value: unknown): WireValue {
  if (value instanceof Date) return { timestampValue: value.toISOString() };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toWire) } };
  if (typeof value === 'object' && value !== null) return { mapValue: { fields: fieldsOf(value) } };
  throw new Error(`A document cannot hold ${String(value)} here.`);
}

function fieldsOf(record: object): Record<string, WireValue> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, toWire(value)]));
}

/** Writes the document, replacing one that is there. */
export function writeDocument(path: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  return commit(path, fields, undefined);
}

/** Changes these fields of a document and leaves the others as they are. */
export function changeDocument(path: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  return commit(path, fields, { fieldPaths: Object.keys(fields) });
}

async function commit(path: string, fields: object, updateMask: object | undefined): Promise<void> {
  const documents = `projects/${process.env.SAVEPOINT_PROJECT_ID}/databases/(default)/documents`;
  const url = `http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/${documents}:commit`;
  const update = { name: `${documents}/${path}`, fields: fieldsOf(fields) };
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ writes: [{ update, ...(updateMask && { updateMask }) }] }),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}
