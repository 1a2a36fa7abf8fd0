import type { DocumentSource, Stage } from '../expression.ts';
/** The stage that reads the documents of `source`. */
export declare function readDocuments(source: DocumentSource): Stage;
