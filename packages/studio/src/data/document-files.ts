// Converts documents of a collection to a file and back, without loss. JSON: an object of documents
// by id, in the format of json-text.ts. CSV: a column per field; a cell is the JSON of its value,
// or plain text if that is not JSON, such as `Shirt`, `5`, `"5"` or `{ "$timestamp":
// "2026-01-31T12:00:00Z" }`.
import Papa from 'papaparse';
import { parseValue } from '../firestore/data-path.ts';
import { formatFields, parseFields } from '../firestore/json-text.ts';
import { type Document, segmentsOf } from '../firestore/requests.ts';
import type { Fields, Value } from '../firestore/values.ts';

/** A document in a file. */
export interface FileDocument {
  readonly id: string;
  readonly fields: Fields;
}

export type FileFormat = 'json' | 'csv';

/** The column for document ids; no field may have this name. */
const ID_COLUMN = '__id__';

/** The file cannot be imported. The message says which part is wrong and why. */
export class FileFormatError extends Error {}

/** Formats documents as the text of a file. */
export function formatDocuments(documents: readonly Document[], format: FileFormat): string {
  const entries = documents.map(({ name, fields = {} }) => ({
    id: segmentsOf(name).at(-1) as string,
    fields,
  }));
  return format === 'json' ? toJson(entries) : toCsv(entries);
}

function toJson(documents: readonly FileDocument[]): string {
  const maps = documents.map(({ id, fields }): [string, Value] => [id, { mapValue: { fields } }]);
  return `${formatFields(Object.fromEntries(maps))}\n`;
}

function toCsv(documents: readonly FileDocument[]): string {
  const columns = [...new Set(documents.flatMap(({ fields }) => Object.keys(fields)))].sort();
  const rows = documents.map(({ id, fields }) => [
    nameCell(id),
    ...columns.map((column) => (Object.hasOwn(fields, column) ? cellOf(fields[column] as Value) : '')),
  ]);
  return `${Papa.unparse({ fields: [ID_COLUMN, ...columns.map(nameCell)], data: rows })}\r\n`;
}

/**
 * Matches text that a spreadsheet would treat as a formula (OWASP, "CSV Injection"), including
 * full-width forms of East Asian keyboards. Additional quotation marks make it text.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell with an id or a field name, which are untyped text. */
function nameCell(name: string): string {
  return FORMULA.test(name) || name.startsWith('"') ? JSON.stringify(name) : name;
}

function nameOf(cell: string): string {
  if (!cell.startsWith('"')) return cell;
  const value = parseValue(cell);
  return 'stringValue' in value ? value.stringValue : cell;
}

function cellOf(value: Value): string {
  if ('stringValue' in value) {
    const text = value.stringValue;
    const parsed = parseValue(text);
    const isPlain = text !== '' && 'stringValue' in parsed && parsed.stringValue === text;
    return isPlain && !FORMULA.test(text) ? text : JSON.stringify(text);
  }
  // Removes the enclosing object from the text of `{"value": ...}`.
  return formatFields({ value })
    .replace(/^\{\s*"value": /, '')
    .replace(/\s*\}$/, '');
}

/**
 * Decodes the text of a file. Another encoding would lose characters.
 * @throws FileFormatError
 */
export function decodeText(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileFormatError('The file is not UTF-8.');
  }
}

/**
 * Parses the documents in a file.
 * @throws FileFormatError
 */
export function parseDocuments(text: string, format: FileFormat): FileDocument[] {
  const documents = format === 'json' ? fromJson(text) : fromCsv(text);
  const ids = new Set<string>();
  for (const { id } of documents) {
    if (id === '' || id.includes('/') || id === '.' || id === '..') {
      throw new FileFormatError(`${JSON.stringify(id)} is not a valid document id.`);
    }
    if (ids.has(id)) throw new FileFormatError(`The document ${id} is given twice.`);
    ids.add(id);
  }
  if (documents.length === 0) throw new FileFormatError('The file has no documents.');
  return documents;
}

function fromJson(text: string): FileDocument[] {
  let documents: Fields;
  try {
    documents = parseFields(text);
  } catch (error) {
    throw new FileFormatError((error as Error).message);
  }
  return Object.entries(documents).map(([id, value]) => {
    if (!('mapValue' in value)) {
      throw new FileFormatError(`${id} is not a document: expected {"id": {"field": "value"}, ...}.`);
    }
    return { id, fields: value.mapValue.fields ?? {} };
  });
}

function fromCsv(text: string): FileDocument[] {
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
    // Otherwise the delimiter of a file with one column cannot be guessed.
    delimiter: text.includes(';') && !text.split(/\r?\n/, 1)[0]?.includes(',') ? ';' : ',',
  });
  const [error] = errors;
  if (error !== undefined) throw new FileFormatError(`Row ${(error.row ?? 0) + 2}: ${error.message}.`);
  if (!meta.fields?.includes(ID_COLUMN)) {
    throw new FileFormatError(`The first row has no column ${ID_COLUMN} for the ids of the documents.`);
  }
  return data.map(({ [ID_COLUMN]: id = '', ...cells }) => ({
    id: nameOf(id),
    fields: Object.fromEntries(
      Object.entries(cells).flatMap(([column, cell]) =>
        cell === '' ? [] : [[nameOf(column), parseValue(cell)]],
      ),
    ),
  }));
}
