import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import type { FieldValue } from '../core/value.ts';
import { toFields, toValue } from '../core/value-message.ts';
import { OWNER } from '../database/access-control.ts';
import { parseWrite } from '../database/mutation.ts';
import { WriteSchema } from '../gen/google/firestore/v1/write_pb.js';
import { FirestoreEmulator } from './firestore-emulator.ts';

type WriteInit = Exclude<MessageInitShape<typeof WriteSchema>, { $typeName: string }>;

const DATABASE = 'projects/p/databases/d';
const NAME = `${DATABASE}/documents/c/x`;

let emulator: FirestoreEmulator;
beforeEach(() => {
  emulator = new FirestoreEmulator({});
});
afterEach(() => emulator.close());

/** Commits one write and returns the status code. */
async function commit(write: WriteInit): Promise<StatusCode> {
  try {
    await emulator.database(DATABASE).commit([parseWrite(create(WriteSchema, write), DATABASE)], OWNER);
    return StatusCode.OK;
  } catch (error) {
    if (error instanceof RpcError) return error.code;
    throw error;
  }
}

const update = (fields: { [name: string]: FieldValue }, fieldPaths?: string[]): WriteInit => ({
  operation: { case: 'update', value: { name: NAME, fields: toFields(Object.assign({}, fields)) } },
  ...(fieldPaths ? { updateMask: { fieldPaths } } : {}),
});
const increments = (...fieldPaths: string[]): WriteInit => ({
  operation: {
    case: 'transform',
    value: {
      document: NAME,
      fieldTransforms: fieldPaths.map((fieldPath) => ({
        fieldPath,
        transformType: { case: 'increment', value: toValue(1n) },
      })),
    },
  },
});

describe('a write with a precondition on an update time', () => {
  const writes: [string, WriteInit][] = [
    ['update', update({ a: 1n })],
    ['delete', { operation: { case: 'delete', value: NAME } }],
    ['verify', { operation: { case: 'verify', value: NAME } }],
    ['transform', increments('a')],
  ];
  const at = (seconds: bigint) => ({ conditionType: { case: 'updateTime', value: { seconds } } }) as const;

  it.each(writes)('fails as %s with INVALID_ARGUMENT when the document is older', async (_, write) => {
    await commit(update({ b: 1n }));
    expect(await commit({ ...write, currentDocument: at(253_402_300_000n) })).toBe(
      StatusCode.INVALID_ARGUMENT,
    );
  });

  it.each(writes)('fails as %s with FAILED_PRECONDITION when the document is newer', async (_, write) => {
    await commit(update({ b: 1n }));
    expect(await commit({ ...write, currentDocument: at(1_577_836_800n) })).toBe(
      StatusCode.FAILED_PRECONDITION,
    );
  });
});

describe('a write to a missing document with a precondition on its update time', () => {
  const currentDocument = {
    conditionType: { case: 'updateTime', value: { seconds: 1_577_836_800n } },
  } as const;
  it.each<[string, WriteInit]>([
    ['update', update({ a: 1n })],
    ['delete', { operation: { case: 'delete', value: NAME } }],
    ['verify', { operation: { case: 'verify', value: NAME } }],
    ['transform', increments('a')],
  ])('fails as %s with FAILED_PRECONDITION', async (_, write) => {
    expect(await commit({ ...write, currentDocument })).toBe(StatusCode.FAILED_PRECONDITION);
    expect(emulator.database(DATABASE).store.get('c/x')).toBeUndefined();
  });
});

describe('parseWrite', () => {
  it.each<[string, WriteInit]>([
    ['an unquoted non-ASCII name in the mask', update({ é: 1n }, ['é'])],
    ['a reserved name in the mask', update({}, ['a.__x__'])],
    ['a transform without fields', increments()],
    ['transforms of a field and of one inside it', increments('a.b.c', 'a.b')],
    ['a transform of the document name', increments('__name__')],
    ['a verify without a precondition', { operation: { case: 'verify', value: NAME } }],
  ])('rejects %s', async (_, write) => {
    expect(await commit(write)).toBe(StatusCode.INVALID_ARGUMENT);
  });

  it('accepts a quoted non-ASCII name in the mask, and ignores __name__', async () => {
    expect(await commit(update({ é: 1n, z: 1n }, ['`é`', '__name__']))).toBe(StatusCode.OK);
    expect({ ...emulator.database(DATABASE).store.get('c/x')?.fields }).toEqual({ é: 1n });
  });

  it('accepts transforms of one field twice, and of fields whose names only begin alike', async () => {
    expect(await commit(increments('a', 'a', 'ab.c'))).toBe(StatusCode.OK);
  });
});
