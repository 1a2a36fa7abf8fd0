import fc from 'fast-check';
import { fieldName, fields, value } from '../generators/values.ts';
import { type JsonObject, type ParityCase, STATE_REQUEST, type Step, storeRequest } from '../parity-case.ts';

const PATHS = ['c/a', 'c/b', 'c/a/s/x', 'd/missing/e/y', 'c/__id7__', 'c/é', 'c/a b', 'é/x'];
const documents = fc.dictionary(
  fc.constantFrom(...PATHS),
  fc.oneof(
    { weight: 3, arbitrary: fields },
    fc.dictionary(
      fieldName.filter((name) => name !== '' && name !== '__a__'),
      value,
      { maxKeys: 3 },
    ),
  ) as fc.Arbitrary<JsonObject>,
  { minKeys: 1, maxKeys: 6 },
);
/** One per response of the exchange after that of the export: the import and the documents. */
const EXCHANGE: readonly Step[] = [
  { exchange: 'export-and-import' },
  { exchange: 'export-and-import' },
  { exchange: 'export-and-import' },
];

/** Documents of all types that each server imports from the other's export. */
export const exportCases: fc.Arbitrary<ParityCase> = documents.map((stored) => ({
  area: 'exports',
  setup: 1,
  steps: [storeRequest(stored), STATE_REQUEST, ...EXCHANGE],
}));
