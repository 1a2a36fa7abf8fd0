// One listener of a session.

import { hashOf, resultHashOf } from '../core/node-hash.ts';
import type { Path } from '../core/path.ts';
import { isEverything, type Query } from '../core/query.ts';
import type { Login } from '../database/login.ts';
import type { Listener } from '../database/namespace.ts';
import type { Push, QueryView } from '../database/query-view.ts';
import { type CompoundHash, unequalRanges } from './compound-hash.ts';
import { pushMessage, rangesMessage, revokedMessage } from './message.ts';

/** A client's request to listen. */
export interface ListenRequest {
  readonly path: Path;
  readonly query: Query;
  /** The query as sent by the client; absent for the default query. */
  readonly wireQuery: unknown;
  /** Distinguishes queries on the same path. */
  readonly tag: number | undefined;
  /** Hash of the client's data; empty if it has none. */
  readonly hash: string;
  readonly compoundHash: CompoundHash | undefined;
}

/** The parts of a session that a listener needs. */
export interface Receiver {
  readonly login: Login;
  send(message: string): void;
  forget(listen: Listen): void;
}

export class Listen implements Listener {
  readonly request: ListenRequest;
  readonly #receiver: Receiver;

  constructor(request: ListenRequest, receiver: Receiver) {
    this.request = request;
    this.#receiver = receiver;
  }

  get path(): Path {
    return this.request.path;
  }

  get query(): Query {
    return this.request.query;
  }

  get login(): Login {
    return this.#receiver.login;
  }

  /** Sends the data that the client does not have. */
  start({ result, initialPush }: QueryView): void {
    const { path, query, tag, hash, compoundHash } = this.request;
    const current = isEverything(query) ? hashOf(result) : resultHashOf(result);
    if (hash === current && hash !== '') return;
    const ranges = compoundHash === undefined ? null : unequalRanges(result, compoundHash);
    if (ranges === null) this.#receiver.send(pushMessage(path, initialPush, tag));
    else if (ranges !== undefined) this.#receiver.send(rangesMessage(path, ranges, tag));
  }

  onPush(push: Push): void {
    this.#receiver.send(pushMessage(this.path, push, this.request.tag));
  }

  onRevoked(): void {
    this.#receiver.forget(this);
    this.#receiver.send(revokedMessage(this.path, this.request.wireQuery));
  }
}
