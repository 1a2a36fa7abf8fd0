import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StatusCode } from '../core/rpc-error.ts';
import { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import type { DocumentSchema, ValueSchema } from '../gen/google/firestore/v1/document_pb.js';
import {
  CreateDocumentRequestSchema,
  GetDocumentRequestSchema,
} from '../gen/google/firestore/v1/firestore_pb.js';
import { createDocument } from './commit.ts';
import type { CallContext } from './firestore-service.ts';
import { getDocument } from './read-documents.ts';

type ValueInit = Exclude<MessageInitShape<typeof ValueSchema>, { $typeName: string }>;

const DOCUMENTS = 'projects/p/databases/d/documents';
const CALL: CallContext = {
  authorization: 'Bearer owner',
  databaseName: undefined,
  signal: new AbortController().signal,
  transport: 'grpc',
};

let emulator: FirestoreEmulator;
beforeEach(() => {
  emulator = new FirestoreEmulator({});
});
afterEach(() => emulator.close());

const createOne = (document: Exclude<MessageInitShape<typeof DocumentSchema>, { $typeName: string }>) =>
  createDocument(
    emulator,
    create(CreateDocumentRequestSchema, { parent: DOCUMENTS, collectionId: 'c', documentId: 'x', document }),
    CALL,
  );
const getMasked = (id: string, ...fieldPaths: string[]) =>
  getDocument(
    emulator,
    create(GetDocumentRequestSchema, { name: `${DOCUMENTS}/c/${id}`, mask: { fieldPaths } }),
    CALL,
  );

describe('getDocument', () => {
  it('rejects an invalid mask before it looks for the document', async () => {
    await expect(getMasked('missing', 'a b')).rejects.toMatchObject({ code: StatusCode.INVALID_ARGUMENT });
    await expect(getMasked('missing', '`a b`')).rejects.toMatchObject({ code: StatusCode.NOT_FOUND });
  });

  it('omits maps that contain no field of the mask', async () => {
    const map = (fields: { [name: string]: ValueInit }): ValueInit => ({
      valueType: { case: 'mapValue', value: { fields } },
    });
    const one: ValueInit = { valueType: { case: 'integerValue', value: 1n } };
    await createOne({ fields: { m: map({ y: one }), empty: map({}) } });
    expect((await getMasked('x', 'm.x')).fields).toEqual({});
    expect(Object.keys((await getMasked('x', 'empty')).fields)).toEqual(['empty']);
    expect(Object.keys((await getMasked('x', 'm.y')).fields)).toEqual(['m']);
  });
});

describe('createDocument', () => {
  it('rejects a document that has a name', async () => {
    await expect(createOne({ name: `${DOCUMENTS}/c/y` })).rejects.toMatchObject({
      code: StatusCode.INVALID_ARGUMENT,
      message: expect.stringContaining('document.name must not be set'),
    });
  });
});
