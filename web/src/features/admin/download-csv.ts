import { escapeFormula } from '@savepoint/model/product-csv';
import Papa from 'papaparse';

/**
 * Saves rows as a CSV file; the first is the header. Cells that a spreadsheet would evaluate are
 * escaped.
 */
export function downloadCsv(fileName: string, rows: readonly (readonly string[])[]): void {
  saveFile(fileName, Papa.unparse(rows.map((row) => row.map(escapeFormula))));
}

/** Without it, Excel assumes the computer's own encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Saves the text of a CSV file as the browser saves a download. */
export function saveFile(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
