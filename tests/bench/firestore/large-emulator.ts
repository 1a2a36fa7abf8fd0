// An emulator with COUNT small documents: prints {address, bytesPerDocument} as JSON.
// Usage: node --expose-gc large-emulator.ts COUNT

import { create } from '@bufbuild/protobuf';
import {
  type Document,
  DocumentSchema,
  ValueSchema,
} from '../../../packages/firestore/src/gen/google/firestore/v1/document_pb.js';
import { startEmulator } from '../../../packages/firestore/src/index.ts';

const DATABASE = 'projects/demo-bench/databases/(default)';
const count = Number(process.argv[2] ?? 1000);

function* documents(): Generator<Document> {
  for (let i = 0; i < count; i++) {
    const id = `document-${String(i).padStart(8, '0')}`;
    yield create(DocumentSchema, {
      name: `${DATABASE}/documents/items/${id}`,
      fields: {
        title: create(ValueSchema, { valueType: { case: 'stringValue', value: `Product ${i}` } }),
        category: create(ValueSchema, {
          valueType: { case: 'stringValue', value: `category-${i % (count / 20)}` },
        }),
        price: create(ValueSchema, {
          valueType: { case: 'integerValue', value: BigInt((i * 7919) % count) },
        }),
        rating: create(ValueSchema, { valueType: { case: 'doubleValue', value: (i % 50) / 10 } }),
        inStock: create(ValueSchema, { valueType: { case: 'booleanValue', value: i % 3 !== 0 } }),
      },
    });
  }
}

const used = () => {
  globalThis.gc?.();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
};

const running = await startEmulator({ port: 0, log: () => {} });
const before = used();
running.emulator.importDocuments(DATABASE, documents());
const bytesPerDocument = (used() - before) / count;
process.stdout.write(`${JSON.stringify({ address: running.host, bytesPerDocument })}\n`);
