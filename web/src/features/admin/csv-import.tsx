import { IMPORT_ROWS_MAX, type ImportProductsResponse } from '@savepoint/model/callables';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form, type FormFailure, SubmitButton, useForm } from '../../components/form.tsx';
import type { FormSchema } from '../../lib/form-values.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { errorMessage, useImportProductsMutation } from './admin-endpoints.ts';
import { CSV_BYTES_MAX, decodeCsv, parseProductRows } from './csv.ts';

type Rows = Record<string, string>[];

interface Preview {
  readonly rows: Rows;
  readonly result: ImportProductsResponse;
  /** False for a dry run. */
  readonly isWritten: boolean;
}

/**
 * Returns a function that sends the rows in batches; reported row numbers are those of the file. A
 * write stops at the first batch with errors.
 */
function useImport() {
  const [send] = useImportProductsMutation();
  return async (rows: Rows, dryRun: boolean): Promise<ImportProductsResponse> => {
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
}

/** The schema of the chosen file: its rows. */
const FILE_SCHEMA: FormSchema<File> = {
  safeParse: (file) => {
    const issue = (message: string) => ({
      success: false as const,
      error: { issues: [{ code: 'custom', path: ['file'], message }] },
    });
    if (!(file instanceof File) || file.name === '') return issue('Choose a CSV file.');
    if (file.size > CSV_BYTES_MAX) {
      const size = Math.ceil(file.size / 1e6);
      return issue(`The file is ${size} MB; the limit is ${CSV_BYTES_MAX / 1e6} MB.`);
    }
    return { success: true, data: file };
  },
};

function fileFailure(cause: unknown): FormFailure {
  return { message: errorMessage(cause), field: 'file' };
}

/** Writes the rows of a file whose dry run had no errors. */
function ConfirmForm(props: { preview: Preview; onWrite: (rows: Rows) => Promise<FormFailure | undefined> }) {
  const { rows, result } = props.preview;
  const form = useForm<Rows>({
    schema: { safeParse: () => ({ success: true, data: rows }) },
    onSubmit: props.onWrite,
  });
  return (
    <Form form={form} className="row" aria-label="Import">
      <p role="status">
        {result.created} new, {result.updated} changed, {result.unchanged} unchanged.
      </p>
      <SubmitButton form={form}>
        Import {rows.length} {rows.length === 1 ? 'product' : 'products'}
      </SubmitButton>
    </Form>
  );
}

/**
 * Imports products from a CSV file: choosing a file starts a dry run; it is written only if no row
 * has an error.
 */
export function CsvImport({ onDone }: { onDone: () => void }) {
  const dispatch = useDispatch();
  const importRows = useImport();
  const [preview, setPreview] = useState<Preview>();
  const input = useRef<HTMLInputElement>(null);

  const form = useForm({
    schema: FILE_SCHEMA,
    toInput: () => input.current?.files?.[0],
    asksBeforeLeaving: false,
    onSubmit: async (file) => {
      try {
        const rows = parseProductRows(decodeCsv(new Uint8Array(await file.arrayBuffer())));
        setPreview({ rows, result: await importRows(rows, true), isWritten: false });
        return undefined;
      } catch (cause) {
        return fileFailure(cause);
      }
    },
  });

  const write = async (rows: Rows): Promise<FormFailure | undefined> => {
    try {
      const result = await importRows(rows, false);
      if (result.errors.length > 0) {
        setPreview({ rows, result, isWritten: true });
        return undefined;
      }
      dispatch(toastShown({ text: `Imported: ${result.created} new, ${result.updated} changed.` }));
      onDone();
      return undefined;
    } catch (cause) {
      return fileFailure(cause);
    }
  };

  const errors = preview?.result.errors ?? [];
  const written = preview === undefined ? 0 : preview.result.created + preview.result.updated;
  return (
    <section className="card stack" aria-labelledby="import-title">
      <h2 id="import-title">Import products</h2>
      <Form form={form} className="stack" aria-label="Products to import">
        <Field
          ref={input}
          label="CSV file"
          type="file"
          accept=".csv,text/csv"
          hint="The same columns as an export. Stock changes by the difference of variants and exportedStock; leave the variants empty to keep it. Nothing is saved until you confirm."
          disabled={form.busy}
          onChange={(event) => {
            setPreview(undefined);
            if (event.target.files?.length) event.target.form?.requestSubmit();
          }}
          {...form.field('file')}
        />
        {form.busy && <p role="status">Reading the file…</p>}
      </Form>
      {errors.length > 0 && (
        <div role="alert" className="notice notice-error">
          <p>
            {errors.length === 1 ? '1 row has an error' : `${errors.length} rows have errors`}.{' '}
            {preview?.isWritten && written > 0
              ? `${written} products from the rows before them were saved; none of the others were.`
              : 'Nothing was saved.'}
          </p>
          <ul className="admin-errors" aria-label="Errors">
            {errors.map((error) => (
              <li key={`${error.row}${error.column}${error.message}`}>
                Row {error.row}
                {error.column !== undefined && `, ${error.column}`}: {error.message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {preview !== undefined && errors.length === 0 && <ConfirmForm preview={preview} onWrite={write} />}
      <div>
        <Button variant="quiet" onClick={onDone}>
          Close
        </Button>
      </div>
    </section>
  );
}
