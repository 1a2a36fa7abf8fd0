import type { StageDefinition } from '../parser.ts';
import { readDocuments } from './read-documents.ts';

/** database(): all documents of the database. */
export const database: StageDefinition = {
  minimum: 0,
  maximum: 0,
  isSource: true,
  compile: (_message, parser) => {
    const source = { kind: 'database' } as const;
    parser.addSource(source, parser.following);
    return readDocuments(source);
  },
};
