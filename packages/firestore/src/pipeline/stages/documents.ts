import { checkPath } from '../../core/resource-name.ts';
import { invalidArgument } from '../../core/rpc-error.ts';
import type { StageDefinition } from '../parser.ts';
import { readPath } from '../read-argument.ts';
import { readDocuments } from './read-documents.ts';

/** documents(reference...): the named documents that exist. */
export const documents: StageDefinition = {
  minimum: 1,
  maximum: Number.POSITIVE_INFINITY,
  isSource: true,
  compile: ({ args }, parser) => {
    const paths = args.map((message) => {
      const path = readPath(message, 'document');
      checkPath(path.split('/'));
      if (path.split('/').length % 2 === 1) {
        throw invalidArgument(`"${path}" is a collection: expected a document.`);
      }
      return path;
    });
    if (new Set(paths).size < paths.length) {
      throw invalidArgument('The stage "documents" names a document more than once.');
    }
    const source = { kind: 'documents', paths } as const;
    parser.addSource(source, parser.following);
    return readDocuments(source);
  },
};
