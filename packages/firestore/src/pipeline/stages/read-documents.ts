import type { DocumentSource, Stage } from '../expression.ts';
import { documentRow } from '../row.ts';

/** A stage that reads the documents of `source`. */
export function readDocuments(source: DocumentSource): Stage {
  return function* (_rows, { reader, variables }) {
    for (const document of reader.read(source)) yield documentRow(reader.database, document, variables);
  };
}
