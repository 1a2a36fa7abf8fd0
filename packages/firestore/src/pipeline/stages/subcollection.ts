import { checkPath, parseDocumentName } from '../../core/resource-name.ts';
import { invalidArgument } from '../../core/rpc-error.ts';
import { invalidExpression } from '../evaluation-error.ts';
import type { StageDefinition } from '../parser.ts';
import { readString } from '../read-argument.ts';
import { readDocuments } from './read-documents.ts';

/**
 * subcollection(path): the documents of a collection below the document for which a subquery runs.
 */
export const subcollection: StageDefinition = {
  minimum: 1,
  maximum: 1,
  isSource: true,
  compile: ({ args }, parser) => {
    const relative = readString(args[0], 'path').replace(/^\//, '');
    const segments = relative.split('/');
    checkPath(segments);
    if (segments.length % 2 === 0) {
      throw invalidArgument(`"${relative}" is the path of a document: expected a collection.`);
    }
    if (!parser.isSubquery) throw invalidArgument('The stage "subcollection" belongs in a subquery.');
    return (rows, environment) => {
      const name = environment.outerRow?.name;
      if (name === undefined) {
        throw invalidExpression(
          'subcollection() needs the __name__ of the outer document, which was removed.',
        );
      }
      const path = `${parseDocumentName(name.name).path}/${relative}`;
      const source = { kind: 'collection', path } as const;
      environment.reader.authorize(source);
      return readDocuments(source)(rows, environment);
    };
  },
};
