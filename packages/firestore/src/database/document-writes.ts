import { invalidArgument } from '../core/rpc-error.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import type { WriteOperation } from './access-control.ts';
import { checkTransformCount, type Mutation, type MutationPrecondition } from './mutation.ts';

/** Undefined for a `verify`, which writes nothing. */
type WriteKind = 'insert' | 'update' | 'upsert' | 'delete' | undefined;

/**
 * All writes of one commit to one document. Production and the official emulator collapse them into
 * one write before they check rules and preconditions: it starts with the stored document and the
 * first precondition, and ends with the result of the last write. `[set, update]` of a new document
 * is a create, `[delete, set]` of a stored one an update.
 */
export class DocumentWrites {
  readonly path: string;
  /** The stored document. */
  readonly before: StoredDocument | undefined;
  /** The document after the writes so far. */
  after: StoredDocument | undefined;
  #kind: WriteKind;
  #transforms: number;
  /** The precondition of the first write, which counts for the whole commit to this document. */
  readonly #precondition: MutationPrecondition | undefined;

  constructor(first: Mutation, before: StoredDocument | undefined) {
    this.path = first.path;
    this.before = before;
    this.after = before;
    this.#precondition = first.precondition;
    this.#kind = kindOf(first);
    this.#transforms = first.transforms.length;
  }

  /** Adds a later write. Throws INVALID_ARGUMENT if it can never follow the writes so far. */
  add(mutation: Mutation): void {
    const { precondition, transforms } = mutation;
    this.#transforms += transforms.length;
    checkTransformCount(this.#transforms);
    const next = kindOf(mutation);
    if (this.#kind === undefined || next === undefined) throw this.#verifyError(next);
    const isMissing = this.#kind === 'delete';
    if (isMissing ? next === 'update' || precondition?.exists === true : precondition?.exists === false) {
      throw invalidArgument(
        `Cannot ${this.#kind} then ${next} an entity in the same request. (${this.path})`,
      );
    }
    if (
      precondition?.updateTime !== undefined &&
      precondition.updateTime !== this.#precondition?.updateTime
    ) {
      throw invalidArgument(
        `Cannot collapse mutations with different version preconditions: only the first write of a commit to a document can have an update_time. (${this.path})`,
      );
    }
    if (next === 'delete') this.#kind = 'delete';
    else if (isMissing) this.#kind = kindOfPrecondition(this.#precondition);
  }

  /** The collapsed write, for the rules; undefined for a `verify`. */
  get operation(): WriteOperation | undefined {
    const { path, before, after } = this;
    switch (this.#kind) {
      case undefined:
        return undefined;
      case 'delete':
        return { path, method: 'delete', isUpsert: false, before, after };
      case 'upsert':
        return { path, method: before ? 'update' : 'create', isUpsert: true, before, after };
      default:
        return {
          path,
          method: this.#kind === 'insert' ? 'create' : 'update',
          isUpsert: false,
          before,
          after,
        };
    }
  }

  #verifyError(next: WriteKind): Error {
    if (this.#kind === next) {
      return invalidArgument(`The same document cannot be verified twice in one request. (${this.path})`);
    }
    const order = next === undefined ? 'written and then verified' : 'verified and then written';
    return invalidArgument(`The same document cannot be ${order} in a single request. (${this.path})`);
  }
}

/**
 * Throws INVALID_ARGUMENT for writes of one commit that can never follow each other, regardless of
 * the stored document.
 */
export function checkWriteSequences(mutations: readonly Mutation[]): void {
  const documents = new Map<string, DocumentWrites>();
  for (const mutation of mutations) {
    const writes = documents.get(mutation.path);
    if (writes === undefined) documents.set(mutation.path, new DocumentWrites(mutation, undefined));
    else writes.add(mutation);
  }
}

function kindOf({ kind, precondition }: Mutation): WriteKind {
  if (kind === 'verify') return undefined;
  return kind === 'delete' ? 'delete' : kindOfPrecondition(precondition);
}

/** A precondition decides which method rules see, regardless of the stored document. */
function kindOfPrecondition(precondition: MutationPrecondition | undefined): 'insert' | 'update' | 'upsert' {
  if (precondition === undefined) return 'upsert';
  return precondition.exists === false ? 'insert' : 'update';
}
