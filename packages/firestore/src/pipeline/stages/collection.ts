import { checkPath } from '../../core/resource-name.ts';
import { invalidArgument } from '../../core/rpc-error.ts';
import type { StageDefinition } from '../parser.ts';
import { readPath } from '../read-argument.ts';
import { readDocuments } from './read-documents.ts';

/** collection(reference): the documents of one collection, e.g. '/rooms/r1/messages'. */
export const collection: StageDefinition = {
  minimum: 1,
  maximum: 1,
  // Accepted without effect, because there are no indexes to force.
  options: ['force_index'],
  isSource: true,
  compile: ({ args }, parser) => {
    const path = readPath(args[0], 'collection');
    const segments = path.split('/');
    checkPath(segments);
    if (segments.length % 2 === 0) throw invalidArgument(`"${path}" is a document: expected a collection.`);
    const source = { kind: 'collection', path } as const;
    parser.addSource(source, parser.following);
    return readDocuments(source);
  },
};
