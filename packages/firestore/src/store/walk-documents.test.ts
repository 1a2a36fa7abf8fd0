import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comparePaths, isDescendant, lastId, parentPath } from '../core/resource-name.ts';
import { StoredDocument } from '../core/stored-document.ts';
import { Fields } from '../core/value.ts';
import { DocumentStore } from './document-store.ts';
import { walkDocuments } from './walk-documents.ts';

/** `npm run test:deep` tries more cases. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);

it('walkDocuments yields every document below a path once in name order, starting from any path', () => {
  const id = fc.constantFrom('a', 'a-', 'b', '__id2__', '__id10__');
  const path = fc
    .array(fc.tuple(id, id), { minLength: 1, maxLength: 3 })
    .map((pairs) => pairs.map(([collection, document]) => `${collection}/${document}`).join('/'));
  fc.assert(
    fc.property(
      fc.uniqueArray(path, { maxLength: 25 }),
      fc.option(path),
      fc.option(path, { nil: undefined }),
      (paths, below, from) => {
        const store = new DocumentStore(0);
        store.load(
          paths.map((each) => new StoredDocument(parentPath(each), lastId(each), new Fields(), 1, 1)),
        );
        const ancestor = below ?? '';
        const expected = paths
          .filter(
            (each) => isDescendant(each, ancestor) && (from === undefined || comparePaths(each, from) >= 0),
          )
          .sort(comparePaths);
        expect([...walkDocuments(store, ancestor, from)].map((document) => document.path)).toEqual(expected);
      },
    ),
    { numRuns: 300 * DEEP },
  );
});
