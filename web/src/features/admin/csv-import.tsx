// Owns bringing products in from a file: it is judged whole first, its errors are listed by row, and only a file
// without any is written.
import { IMPORT_ROWS_MAX, type ImportProductsResponse } from '@savepoint/model/callables';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { problemText, useImportProductsMutation } from './admin-endpoints.ts';
import { CSV_BYTES_MAX, parseProductRows } from './csv.ts';

type Rows = Record<string, string>[];

function useImport() {
  const [send, { isLoading }] = useImportProductsMutation();
  /** All parts in turn; row numbers are those of the file. Stops before writing anything more once a part has errors. */
  const run = async (rows: Rows, dryRun: boolean): Promise<ImportProductsResponse> => {
    const sum = {
      created: 0,
      updated: 0,
      unchanged: 0,
      errors: [] as ImportProductsResponse['errors'][number][],
    };
    for (let at = 0; at < rows.length; at += IMPORT_ROWS_MAX) {
      const part = await send({ dryRun, rows: rows.slice(at, at + IMPORT_ROWS_MAX) }).unwrap();
      sum.created += part.created;
      sum.updated += part.updated;
      sum.unchanged += part.unchanged;
      sum.errors.push(...part.errors.map((error) => ({ ...error, row: error.row + at })));
      if (!dryRun && part.errors.length > 0) break;
    }
    return sum;
  };
  return { run, isLoading };
}

export function CsvImport({ onDone }: { onDone: () => void }) {
  const dispatch = useDispatch();
  const { run, isLoading } = useImport();
  const [fault, setFault] = useState<string>();
  const [judged, setJudged] = useState<{ rows: Rows; answer: ImportProductsResponse }>();

  const read = async (file: File | undefined) => {
    setJudged(undefined);
    setFault(undefined);
    if (file === undefined) return;
    try {
      if (file.size > CSV_BYTES_MAX) {
        throw new Error(
          `The file has ${Math.ceil(file.size / 1e6)} MB; ${CSV_BYTES_MAX / 1e6} MB is the most.`,
        );
      }
      const rows = parseProductRows(await file.text());
      setJudged({ rows, answer: await run(rows, true) });
    } catch (cause) {
      setFault(problemText(cause));
    }
  };

  const write = async () => {
    if (judged === undefined) return;
    try {
      const { created, updated, errors } = await run(judged.rows, false);
      if (errors.length > 0) {
        setJudged({ rows: judged.rows, answer: { created, updated, unchanged: 0, errors } });
        return;
      }
      dispatch(toastShown({ text: `Imported: ${created} new, ${updated} changed.` }));
      onDone();
    } catch (cause) {
      setFault(problemText(cause));
    }
  };

  const errors = judged?.answer.errors ?? [];
  return (
    <section className="card stack" aria-labelledby="import-title">
      <h2 id="import-title">Import products</h2>
      <Field
        label="CSV file"
        type="file"
        accept=".csv,text/csv"
        error={fault}
        hint="Columns as in an export. Nothing is written before you confirm."
        onChange={(event) => void read(event.target.files?.[0])}
      />
      {isLoading && <p role="status">Reading the file…</p>}
      {errors.length > 0 && (
        <div role="alert" className="notice notice-error">
          <p>
            {errors.length === 1 ? '1 row has a mistake' : `${errors.length} rows have mistakes`}. Nothing was
            written.
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
      {judged !== undefined && errors.length === 0 && (
        <div className="row">
          <p role="status">
            {judged.answer.created} new, {judged.answer.updated} changed, {judged.answer.unchanged} as they
            are.
          </p>
          <Button busy={isLoading} onClick={write}>
            Import {judged.rows.length} {judged.rows.length === 1 ? 'product' : 'products'}
          </Button>
        </div>
      )}
      <div>
        <Button look="quiet" onClick={onDone}>
          Close
        </Button>
      </div>
    </section>
  );
}
