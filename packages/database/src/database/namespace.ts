// One database: its data, its rules, and who listens. Every operation is judged, done and told to
// listeners in one turn of the event loop: nobody sees half of a write, and what listeners are sent
// is sent before the answer of the write.

import type { Clock, Timer } from '@savepoint/server/core/clock';
import { runQuery } from '../core/index-order.ts';
import { InvalidDataError } from '../core/invalid-data.ts';
import { Node } from '../core/node.ts';
import { hashOf } from '../core/node-hash.ts';
import type { Path } from '../core/path.ts';
import { indexName, type Query } from '../core/query.ts';
import type { Decision, Ruleset } from '../rules/ruleset.ts';
import { authorize } from './authorize.ts';
import { type Change, changesBetween } from './change.ts';
import { type ChangeLog, NotStoredError } from './change-log.ts';
import { ListenerTree } from './listener-tree.ts';
import type { Login } from './login.ts';
import type { Push, QueryView } from './query-view.ts';
import { traceIndex } from './trace-index.ts';
import { traceWrite } from './trace-write.ts';
import { applyUpdates, type Update } from './update.ts';

/** Rules deny an operation. */
export class DeniedError extends Error {
  override readonly name = 'DeniedError';
  constructor() {
    super('Permission denied');
  }
}

/** The data is not what a write expects. */
export class StaleError extends Error {
  override readonly name = 'StaleError';
}

/** Someone who is told of changes. */
export interface Listener {
  readonly path: Path;
  readonly query: Query;
  readonly login: Login;
  /** A write has changed what the query asks for. All who ask for the same get the same object. */
  onPush(push: Push): void;
  /** Rules do not grant the read any longer; the listener was removed. */
  onRevoked(): void;
}

/** A write that was done. */
export interface Commit {
  readonly namespace: string;
  readonly changes: readonly Change[];
  readonly root: Node;
  readonly newRoot: Node;
  readonly login: Login;
  readonly nowMs: number;
  /** The functions that it would trigger are not called. */
  readonly isSilent: boolean;
}

/** What a write asks for besides its updates. */
export interface WriteOptions {
  /** A place, and the hash that what is there must have. */
  readonly expected?: { readonly path: Path; readonly hash: string };
  readonly isSilent?: boolean;
  /** Rules have allowed it already. */
  readonly isJudged?: boolean;
}

/** What a namespace needs of its surroundings. */
export interface NamespaceOptions {
  readonly clock: Pick<Clock, 'nowMs' | 'setTimer'>;
  /** The rules of a namespace to which none were put. */
  readonly initialRules: () => Ruleset;
  /** Called with a write before it is done, which it may prevent; returns what follows it. */
  readonly onCommit?: (commit: Commit) => () => void;
  readonly onDenied?: (denial: Denial) => void;
  /** Stores writes before they are done; undefined for data in memory only. */
  readonly changeLog?: () => ChangeLog | undefined;
}

/** An operation that rules denied, for the request log. */
interface Denial {
  readonly namespace: string;
  readonly path: Path;
  readonly decision: Decision;
}

/** A database. */
export class Namespace {
  readonly name: string;
  readonly #options: NamespaceOptions;
  readonly #listeners = new ListenerTree<Listener>();
  #root = Node.EMPTY;
  #rules: Ruleset;

  constructor(name: string, options: NamespaceOptions) {
    this.name = name;
    this.#options = options;
    this.#rules = options.initialRules();
  }

  get root(): Node {
    return this.#root;
  }

  get rules(): Ruleset {
    return this.#rules;
  }

  get nowMs(): number {
    return this.#options.clock.nowMs();
  }

  /** Puts rules in force, for what is listened to as well. */
  setRules(rules: Ruleset): void {
    this.#rules = rules;
    this.#revoke(() => true);
  }

  /**
   * What a query asks for.
   * @throws DeniedError
   */
  read(path: Path, query: Query, login: Login): Node {
    this.checkRead(path, query, login);
    return runQuery(this.#root.at(path), query);
  }

  /**
   * Judges a read.
   * @throws DeniedError
   */
  checkRead(path: Path, query: Query, login: Login): void {
    if (login.isAdmin) return;
    const decision = authorize(this.name, login.auth, this.nowMs, () => this.#judgeRead(path, query, login));
    if (!decision.isAllowed) throw this.#denied(path, decision);
  }

  /** Whether rules declare the index of a query; those on keys and priorities always exist. */
  hasIndex(path: Path, { index }: Query): boolean {
    if (index.kind === 'key' || index.kind === 'priority') return true;
    traceIndex(path, indexName(index));
    return this.#rules.indexesAt(path).has(indexName(index));
  }

  /**
   * Does all updates or none.
   * @throws DeniedError, StaleError, InvalidDataError, NotStoredError
   */
  write(updates: readonly Update[], login: Login, options: WriteOptions = {}): Node {
    const root = this.#root;
    const { nowMs } = this;
    const { expected } = options;
    if (expected !== undefined && hashOf(root.at(expected.path)) !== expected.hash) {
      throw new StaleError('Transaction hash does not match');
    }
    const newRoot = applyUpdates(root, updates, nowMs);
    if (options.isJudged !== true) this.#checkWrite(updates, newRoot, login, nowMs);
    const changes = changesBetween(
      root,
      newRoot,
      updates.map(({ path }) => path),
    );
    if (changes.length === 0) return newRoot;
    const onDone = this.#options.onCommit?.({
      ...{ namespace: this.name, changes, root, newRoot, login, nowMs },
      isSilent: options.isSilent === true,
    });
    const changeLog = this.#options.changeLog?.();
    changeLog?.append([{ database: this.name, changes }]);
    this.#root = newRoot;
    traceWrite(this.name, changes, login);
    onDone?.();
    this.#tell(changes);
    changeLog?.compactIfDue();
    return newRoot;
  }

  /**
   * Judges updates without doing them: those that wait for the end of a session.
   * @throws DeniedError, InvalidDataError
   */
  checkUpdates(updates: readonly Update[], login: Login): void {
    const { nowMs } = this;
    this.#checkWrite(updates, applyUpdates(this.#root, updates, nowMs), login, nowMs);
  }

  /** Does those of the updates that rules allow, each judged alone, together. */
  writeAllowed(updates: readonly Update[], login: Login): void {
    const allowed = updates.filter((update) => {
      try {
        this.checkUpdates([update], login);
        return true;
      } catch {
        return false;
      }
    });
    if (allowed.length === 0) return;
    try {
      this.write(allowed, login, { isJudged: true });
    } catch (error) {
      // Nobody is there any longer to be told that together they are too much, or not stored.
      if (!(error instanceof InvalidDataError || error instanceof NotStoredError)) throw error;
    }
  }

  /**
   * Adds a listener, whose read rules grant. Returns the view that it shares.
   * @throws DeniedError
   */
  listen(listener: Listener): QueryView {
    this.checkRead(listener.path, listener.query, listener.login);
    return this.#listeners.add(listener, this.#root);
  }

  unlisten(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /**
   * Calls back when the token of a login expires. One that had before it was presented, as those
   * that tests make up, does not expire.
   */
  onExpired({ expiresMs = 0 }: Login, callback: () => void): Timer | undefined {
    return expiresMs > this.nowMs ? this.#options.clock.setTimer(expiresMs, callback) : undefined;
  }

  /** Judges the listeners of a login again, which has changed. */
  rejudge(concerned: (listener: Listener) => boolean): void {
    this.#revoke(concerned);
  }

  /** Replaces all data, without rules and triggers, once the changes are stored. */
  replaceRoot(root: Node, changes: readonly Change[]): void {
    this.#root = root;
    this.#tell(changes);
  }

  /** Does an update again that was done before the server was started. */
  restore(update: Update): void {
    this.#root = applyUpdates(this.#root, [update], 0);
  }

  #tell(changes: readonly Change[]): void {
    if (this.#rules.readsDependOnData) this.#revoke(() => true);
    for (const [listener, push] of this.#listeners.follow(changes, this.#root)) listener.onPush(push);
  }

  #revoke(concerned: (listener: Listener) => boolean): void {
    const revoked = [...this.#listeners].filter(
      (listener) =>
        concerned(listener) &&
        !listener.login.isAdmin &&
        !this.#judgeRead(listener.path, listener.query, listener.login).isAllowed,
    );
    for (const listener of revoked) {
      this.#listeners.delete(listener);
      listener.onRevoked();
    }
  }

  /** The decision on a read of anybody but the administrator. */
  #judgeRead(path: Path, query: Query, { auth }: Login): Decision {
    return this.#rules.judgeRead({ root: this.#root, path, query, auth, nowMs: this.nowMs });
  }

  #checkWrite(updates: readonly Update[], newRoot: Node, { isAdmin, auth }: Login, nowMs: number): void {
    if (isAdmin) return;
    const paths = updates.map(({ path }) => path);
    const decision = authorize(this.name, auth, nowMs, () =>
      this.#rules.judgeWrite({ root: this.#root, newRoot, paths, auth, nowMs }),
    );
    if (!decision.isAllowed) throw this.#denied(decision.path, decision);
  }

  #denied(path: Path, decision: Decision): DeniedError {
    this.#options.onDenied?.({ namespace: this.name, path, decision });
    return new DeniedError();
  }
}
