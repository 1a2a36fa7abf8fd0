import { IMPORT_ROWS_MAX, type ImportProductsResponse } from '@savepoint/model/callables';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { errorMessage, useImportProductsMutation } from './admin-endpoints.ts';
import { CSV_BYTES_MAX, parseProductRows } from './csv.ts';

type Rows = Record<string, string>[];

interface Preview {
  readonly rows: Rows;
  readonly result: ImportProductsResponse;
  /** False for a dry run. */
  readonly isWritten: boolean;
}

function useImport() {
  const [send, { isLoading }] = useImportProductsMutation();
  /**
   * Sends the rows in batches; reported row numbers are those of the file. A write stops at the first batch with
   * errors.
   */
  const importRows = async (rows: Rows, dryRun: boolean): Promise<ImportProductsResponse> => {
    const total = {
      created: 0,
      updated: 0,
      unchanged: 0,
      errors: [] as ImportProductsResponse['errors'][number][],
    };
    for (let at = 0; at < rows.length; at += IMPORT_ROWS_MAX) {
      const batch = await send({ dryRun, rows: rows.slice(at, at + IMPORT_ROWS_MAX) }).unwrap();
      total.created += batch.created;
      total.updated += batch.updated;
      total.unchanged += batch.unchanged;
      total.errors.push(...batch.errors.map((error) => ({ ...error, row: error.row + at })));
      if (!dryRun && batch.errors.length > 0) break;
    }
    return total;
  };
  return { importRows, isLoading };
}

/**
 * Imports products from a CSV file: a dry run of the whole file first; it is written only when no row has an
 * error.
 */
export function CsvImport({ onDone }: { onDone: () => void }) {
  const dispatch = useDispatch();
  const { importRows, isLoading } = useImport();
  const [error, setError] = useState<string>();
  const [preview, setPreview] = useState<Preview>();

  const read = async (file: File | undefined) => {
    setPreview(undefined);
    setError(undefined);
    if (file === undefined) return;
    try {
      if (file.size > CSV_BYTES_MAX) {
        throw new Error(
          `The file has ${Math.ceil(file.size / 1e6)} MB; ${CSV_BYTES_MAX / 1e6} MB is the most.`,
        );
      }
      const rows = parseProductRows(await file.text());
      setPreview({ rows, result: await importRows(rows, true), isWritten: false });
    } catch (cause) {
      setError(errorMessage(cause));
    }
  };

  const write = async () => {
    if (preview === undefined) return;
    try {
      const result = await importRows(preview.rows, false);
      const { created, updated } = result;
      if (result.errors.length > 0) {
        setPreview({ rows: preview.rows, result, isWritten: true });
        return;
      }
      dispatch(toastShown({ text: `Imported: ${created} new, ${updated} changed.` }));
      onDone();
    } catch (cause) {
      setError(errorMessage(cause));
    }
  };

  const errors = preview?.result.errors ?? [];
  const written = preview === undefined ? 0 : preview.result.created + preview.result.updated;
  return (
    <section className="card stack" aria-labelledby="import-title">
      <h2 id="import-title">Import products</h2>
      <Field
        label="CSV file"
        type="file"
        accept=".csv,text/csv"
        error={error}
        hint="Columns as in an export. The stock of a product changes only with the version of a fresh export; leave its variants empty to keep it. Nothing is written before you confirm."
        onChange={(event) => void read(event.target.files?.[0])}
      />
      {isLoading && <p role="status">Reading the file…</p>}
      {errors.length > 0 && (
        <div role="alert" className="notice notice-error">
          <p>
            {errors.length === 1 ? '1 row has a mistake' : `${errors.length} rows have mistakes`}.{' '}
            {preview?.isWritten && written > 0
              ? `${written} products of the rows before them were written; none of the others was.`
              : 'Nothing was written.'}
          </p>
          <ul className="admin-errors" aria-label="Mistakes">
            {errors.map((error) => (
              <li key={`${error.row}${error.column}${error.message}`}>
                Row {error.row}
                {error.column !== undefined && `, ${error.column}`}: {error.message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {preview !== undefined && errors.length === 0 && (
        <div className="row">
          <p role="status">
            {preview.result.created} new, {preview.result.updated} changed, {preview.result.unchanged} as they
            are.
          </p>
          <Button busy={isLoading} onClick={write}>
            Import {preview.rows.length} {preview.rows.length === 1 ? 'product' : 'products'}
          </Button>
        </div>
      )}
      <div>
        <Button variant="quiet" onClick={onDone}>
          Close
        </Button>
      </div>
    </section>
  );
}
