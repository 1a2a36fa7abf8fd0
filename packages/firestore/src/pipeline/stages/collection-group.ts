import { checkId, checkPath } from '../../core/resource-name.ts';
import { invalidArgument } from '../../core/rpc-error.ts';
import type { StageDefinition } from '../parser.ts';
import { readPath, readString } from '../read-argument.ts';
import { readDocuments } from './read-documents.ts';

/**
 * collection_group(ancestor, id): the documents of all collections with an id below a document; ''
 * is the root.
 */
export const collectionGroup: StageDefinition = {
  minimum: 2,
  maximum: 2,
  options: ['force_index'],
  isSource: true,
  compile: ({ args }, parser) => {
    const ancestor = readPath(args[0], 'ancestor');
    const collectionId = readString(args[1], 'collection id');
    if (ancestor !== '') {
      checkPath(ancestor.split('/'));
      if (ancestor.split('/').length % 2 === 1) {
        throw invalidArgument(`"${ancestor}" is a collection: expected a document.`);
      }
    }
    if (collectionId === '' || collectionId.includes('/')) {
      throw invalidArgument(`The collection id "${collectionId}" must not be empty or contain "/".`);
    }
    checkId('Collection', collectionId);
    const source = { kind: 'collection-group', ancestor, collectionId } as const;
    parser.addSource(source, parser.following);
    return readDocuments(source);
  },
};
