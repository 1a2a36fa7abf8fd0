// One listener of a session.

import { hashOf, resultHashOf } from '../core/node-hash.ts';
import type { Path } from '../core/path.ts';
import { isEverything, type Query } from '../core/query.ts';
import type { Login } from '../database/login.ts';
import type { Listener } from '../database/namespace.ts';
import type { Push, QueryView } from '../database/query-view.ts';
import { type CompoundHash, unequalRanges } from './compound-hash.ts';
import { pushMessage, rangesMessage, revokedMessage } from './message.ts';

/** What a client asks to listen to. */
export interface ListenRequest {
  readonly path: Path;
  readonly query: Query;
  /** The query as the client sent it; absent for the default one. */
  readonly wireQuery: unknown;
  /** Tells queries on one path apart. */
  readonly tag: number | undefined;
  /** Of what the client holds; empty for nothing. */
  readonly hash: string;
  readonly compoundHash: CompoundHash | undefined;
}

/** What a listener needs of its session. */
export interface Receiver {
  readonly login: Login;
  send(message: string): void;
  forget(listen: Listen): void;
}

/** A listener of a session. */
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

  /** Sends what the client does not hold. */
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
