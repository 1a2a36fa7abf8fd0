// A commit is authorized document by document: each one as it was before, and as the whole commit
// leaves it.
import { describe, expect, it } from 'vitest';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import { Fields } from '../core/value.ts';
import { OWNER, type Principal } from '../database/access-control.ts';
import type { Mutation, MutationPrecondition } from '../database/mutation.ts';
import { compileRuleset } from '../rules/ruleset.ts';
import { FirestoreEmulator } from './firestore-emulator.ts';

const DATABASE = 'projects/demo/databases/(default)';
const ALICE: Principal = { kind: 'client', auth: { uid: 'alice', token: {} } };

type Plain = Readonly<Record<string, bigint>>;

function write(kind: Mutation['kind'], fields: Plain, more: Partial<Mutation> = {}): Mutation {
  const stored = Object.assign(new Fields(), fields);
  return {
    kind,
    path: 'c/x',
    fields: stored,
    mask: undefined,
    transforms: [],
    precondition: undefined,
    ...more,
  };
}

const EXISTS: MutationPrecondition = { exists: true };
const MISSING: MutationPrecondition = { exists: false };
const set = (fields: Plain, precondition?: MutationPrecondition) => write('update', fields, { precondition });
const update = (fields: Plain, precondition: MutationPrecondition = EXISTS) =>
  write('update', fields, { mask: Object.keys(fields).map((name) => [name]), precondition });
const remove = (precondition?: MutationPrecondition) => write('delete', {}, { precondition });
const verify = (precondition: MutationPrecondition) => write('verify', {}, { precondition });
const transform = (precondition?: MutationPrecondition) =>
  write('transform', {}, { mask: [], precondition, transforms: [{ kind: 'server-timestamp', path: ['t'] }] });

/**
 * Commits as a client under rules for `/c/{id}`, with `stored` existing before. Returns the status
 * code.
 */
async function commit(rules: string, writes: readonly Mutation[], stored?: Plain): Promise<StatusCode> {
  const emulator = new FirestoreEmulator({});
  const source = `rules_version = '2';
    service cloud.firestore { match /databases/{database}/documents { match /c/{id} { ${rules} } } }`;
  const { ruleset, issues } = compileRuleset(source);
  if (ruleset === undefined) throw new Error(JSON.stringify(issues));
  emulator.access.setRuleset('demo', ruleset);
  const database = emulator.database(DATABASE);
  if (stored !== undefined) await database.commit([set(stored)], OWNER);
  try {
    await database.commit(writes, ALICE);
    return StatusCode.OK;
  } catch (error) {
    if (error instanceof RpcError) return error.code;
    throw error;
  } finally {
    emulator.close();
  }
}

describe('a commit with several writes to one document', () => {
  const ONE_FIELD = 'allow update: if request.resource.data.diff(resource.data).affectedKeys().size() == 1;';

  it('is denied when a rule permits one changed field and two updates change one field each', async () => {
    const stored = { a: 0n, b: 0n };
    expect(await commit(ONE_FIELD, [update({ a: 1n }), update({ b: 1n })], stored)).toBe(
      StatusCode.PERMISSION_DENIED,
    );
    expect(await commit(ONE_FIELD, [update({ a: 1n }), update({ a: 2n })], stored)).toBe(StatusCode.OK);
  });

  it('sees the stored document in get() and the final one in getAfter(), regardless of the order of writes', async () => {
    const document = '/databases/$(database)/documents/c/x';
    const rules = `allow update: if get(${document}).data.a == 0 && getAfter(${document}).data.a == 2
      && request.resource.data.a == 2 && resource.data.a == 0;`;
    expect(await commit(rules, [update({ a: 1n }), update({ a: 2n })], { a: 0n })).toBe(StatusCode.OK);
  });

  // Observed in the official emulator: every subset of the methods was granted in turn.
  it.each<[string, string, readonly Mutation[], Plain | undefined]>([
    ['a set and an update of a new document', 'create', [set({ a: 1n }), update({ b: 1n })], undefined],
    ['a create and an update', 'create', [set({ a: 1n }, MISSING), update({ b: 1n })], undefined],
    ['a create and a separate transform', 'create', [set({ a: 1n }, MISSING), transform(EXISTS)], undefined],
    ['a set and a separate transform of a new document', 'create', [set({ a: 1n }), transform()], undefined],
    ['an update and a separate transform', 'update', [update({ a: 1n }), transform(EXISTS)], { a: 0n }],
    ['a set and an update of a stored document', 'update', [set({ a: 1n }), update({ b: 1n })], { a: 0n }],
    ['a set and a delete of a new document', 'delete', [set({ a: 1n }), remove()], undefined],
    ['an update and a delete', 'delete', [update({ a: 1n }), remove()], { a: 0n }],
    ['a delete and a set of a stored document', 'update', [remove(), set({ a: 1n })], { a: 0n }],
    ['a delete and a create of a stored document', 'update', [remove(), set({ a: 1n }, MISSING)], { a: 0n }],
    ['a delete and a set of a missing document', 'create', [remove(), set({ a: 1n })], undefined],
    ['a delete, a set and a delete', 'delete', [remove(), set({ a: 1n }), remove()], { a: 0n }],
  ])('requires for %s only %s', async (_, method, writes, stored) => {
    const others = ['create', 'update', 'delete'].filter((other) => other !== method);
    expect(await commit(`allow ${method};`, writes, stored)).toBe(StatusCode.OK);
    expect(await commit(`allow ${others.join(', ')};`, writes, stored)).toBe(StatusCode.PERMISSION_DENIED);
  });

  it.each<[string, readonly Mutation[], Plain | undefined]>([
    ['an update after a delete', [remove(), update({ a: 1n })], { a: 0n }],
    [
      'an update after a delete with the same update time',
      [remove({ updateTime: 1 }), update({ a: 1n }, { updateTime: 1 })],
      { a: 0n },
    ],
    ['a create after an update', [update({ a: 1n }), set({ a: 1n }, MISSING)], { a: 0n }],
    ['a create after a create', [set({ a: 1n }, MISSING), set({ a: 1n }, MISSING)], undefined],
    ['a delete of a missing document after a set', [set({ a: 1n }), remove(MISSING)], undefined],
    ['an update time after a write', [update({ a: 1n }), update({ a: 1n }, { updateTime: 1 })], { a: 0n }],
    ['a verify after a write', [update({ a: 1n }), verify(EXISTS)], { a: 0n }],
    ['a write after a verify', [verify(EXISTS), update({ a: 1n })], { a: 0n }],
    ['a second verify', [verify(EXISTS), verify(EXISTS)], { a: 0n }],
  ])('is invalid, before rules are evaluated, for %s', async (_, writes, stored) => {
    expect(await commit('allow read;', writes, stored)).toBe(StatusCode.INVALID_ARGUMENT);
  });

  it('accepts the same update time in each of its writes', async () => {
    const emulator = new FirestoreEmulator({});
    const database = emulator.database(DATABASE);
    const { commitTime } = await database.commit([set({ a: 0n })], OWNER);
    const same = { updateTime: commitTime };
    await database.commit([update({ a: 1n }, same), update({ b: 1n }, same), remove(same)], OWNER);
    expect(database.store.get('c/x')).toBeUndefined();
    emulator.close();
  });
});
