interface RestValue {
  readonly [kind: string]: unknown;
}

function toRestValue(value: unknown): RestValue {
  if (value instanceof Date) return { timestampValue: value.toISOString() };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toRestValue) } };
  if (typeof value === 'object' && value !== null) return { mapValue: { fields: fieldsOf(value) } };
  throw new Error(`A document cannot hold ${String(value)} here.`);
}

function fieldsOf(record: object): Record<string, RestValue> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, toRestValue(value)]));
}

/** Creates or replaces a document, bypassing rules. */
export function writeDocument(path: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  return commit(path, fields, undefined);
}

/** Updates the given fields of a document, bypassing rules. */
export function updateDocument(path: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  return commit(path, fields, { fieldPaths: Object.keys(fields) });
}

async function commit(path: string, fields: object, updateMask: object | undefined): Promise<void> {
  const documents = `projects/${process.env.SAVEPOINT_PROJECT_ID}/databases/(default)/documents`;
  const url = `http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/${documents}:commit`;
  const update = { name: `${documents}/${path}`, fields: fieldsOf(fields) };
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ writes: [{ update, ...(updateMask && { updateMask }) }] }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}
