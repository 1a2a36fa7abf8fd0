// Splits and joins CSV files. The model defines the meaning of cells (product-csv.ts); the server
// validates them.
import type { Product } from '@savepoint/model/product';
import { CSV_COLUMNS, formatProductCells, isCsvColumn } from '@savepoint/model/product-csv';
import Papa from 'papaparse';

/** Larger files are rejected before they are read. */
export const CSV_BYTES_MAX = 5_000_000;

/** No column name contains any of these, so the header row reveals which one a spreadsheet used. */
const DELIMITERS = [',', ';', '\t'];

/** Encodings with a byte order mark. A file without one is UTF-8. */
const MARKED_ENCODINGS = [
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const;

/**
 * Decodes a file. Throws an Error with a message for the admin for other encodings: Excel's "CSV"
 * uses that of the computer, which the file does not name, so a guess would store wrong letters.
 */
export function decodeCsv(bytes: Uint8Array): string {
  const marked = MARKED_ENCODINGS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  let text: string;
  try {
    text = new TextDecoder(marked?.encoding ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('The file is not UTF-8. In Excel, save it as "CSV UTF-8 (Comma delimited)".');
  }
  const lost = text.indexOf('\uFFFD');
  if (lost >= 0)
    throw new Error(
      `Line ${text.slice(0, lost).split('\n').length} of the file has a "\uFFFD": an earlier program has lost a letter there.`,
    );
  return text;
}

/** The line before the header that tells Excel the delimiter. It is not a row. */
const DELIMITER_LINE = /^\uFEFF?"?sep=(.)"?\r?\n/i;

/**
 * The cells of a file, without blank rows. Throws an Error with a message for the admin if a quoted
 * cell is malformed.
 */
export function parseCells(text: string): string[][] {
  const [delimiterLine = '', named] = DELIMITER_LINE.exec(text) ?? [];
  const table = text.slice(delimiterLine.length);
  const [firstLine = ''] = table.split('\n', 1);
  const { data, errors } = Papa.parse<string[]>(table, {
    delimiter: named ?? DELIMITERS.find((delimiter) => firstLine.includes(delimiter)) ?? ',',
    skipEmptyLines: 'greedy',
  });
  const [error] = errors;
  if (error?.code === 'MissingQuotes')
    throw new Error('The file ends inside a quoted cell. A closing " is missing.');
  if (error !== undefined)
    throw new Error(
      `Line ${(error.row ?? 0) + 1} of the file has a " in the middle of a quoted cell. Write it twice: "".`,
    );
  return data;
}

/**
 * The rows of a product file by column name. Throws an Error with a message for the admin if the
 * header or a row is malformed.
 */
export function parseProductRows(text: string): Record<string, string>[] {
  const [header, ...rows] = parseCells(text);
  if (header === undefined) throw new Error('The file is empty.');
  const names = header.map((name) => name.trim());
  const unknown = names.filter((name) => !isCsvColumn(name));
  if (unknown.length > 0 || !names.includes('name')) {
    throw new Error(
      `The first row must name the columns: ${CSV_COLUMNS.join(', ')}. ${
        unknown.length > 0 ? `Unknown: ${unknown.join(', ')}.` : "'name' is missing."
      }`,
    );
  }
  if (new Set(names).size !== names.length) throw new Error('A column appears twice.');
  if (rows.length === 0) throw new Error('The file has a header but no rows.');
  return rows.map((cells, index) => {
    if (cells.length > names.length) {
      throw new Error(`Row ${index + 1} has ${cells.length} cells, but there are ${names.length} columns.`);
    }
    return Object.fromEntries(names.map((name, column) => [name, cells[column] ?? '']));
  });
}

/** The products as a CSV file that importProducts reads back unchanged. */
export function formatProducts(products: readonly Product[]): string {
  return Papa.unparse([[...CSV_COLUMNS], ...products.map(formatProductCells)]);
}
