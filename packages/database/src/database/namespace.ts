// One database: its data, its rules and its listeners. Every operation is judged, applied and sent
// to listeners in one turn of the event loop, so nobody sees half of a write, and listeners are
// notified before the write's response is sent.

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

/** The data does not have the hash that a write expects. */
export class StaleError extends Error {
  override readonly name = 'StaleError';
}

/** A receiver of changes. */
export interface Listener {
  readonly path: Path;
  readonly query: Query;
  readonly login: Login;
  /** A write has changed the query result. Listeners with the same query get the same object. */
  onPush(push: Push): void;
  /** Rules no longer grant the read; the listener was removed. */
  onRevoked(): void;
}

/** An applied write. */
export interface Commit {
  readonly namespace: string;
  readonly changes: readonly Change[];
  readonly root: Node;
  readonly newRoot: Node;
  readonly login: Login;
  readonly nowMs: number;
  /** If true, functions are not triggered. */
  readonly isSilent: boolean;
}

export interface WriteOptions {
  /** A location and the hash that its data must have. */
  readonly expected?: { readonly path: Path; readonly hash: string };
  readonly isSilent?: boolean;
  /** True if rules have already allowed the write. */
  readonly isJudged?: boolean;
}

/** The dependencies of a namespace. */
export interface NamespaceOptions {
  readonly clock: Pick<Clock, 'nowMs' | 'setTimer'>;
  /** The rules of a namespace for which none were set. */
  readonly initialRules: () => Ruleset;
  /**
   * Called with a write before it is applied, which it may prevent by throwing. Returns a function
   * to call afterwards.
   */
  readonly onCommit?: (commit: Commit) => () => void;
  readonly onDenied?: (denial: Denial) => void;
  /** Stores writes before they are applied; undefined for in-memory data. */
  readonly changeLog?: () => ChangeLog | undefined;
}

/** An operation denied by rules, for the request log. */
interface Denial {
  readonly namespace: string;
  readonly path: Path;
  readonly decision: Decision;
}

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

  /** Sets the rules, which also apply to existing listeners. */
  setRules(rules: Ruleset): void {
    this.#rules = rules;
    this.#revoke(() => true);
  }

  /**
   * The result of a query.
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

  /**
   * Returns whether rules declare the index of a query. Indexes on keys and priorities always
   * exist.
   */
  hasIndex(path: Path, { index }: Query): boolean {
    if (index.kind === 'key' || index.kind === 'priority') return true;
    traceIndex(path, indexName(index));
    return this.#rules.indexesAt(path).has(indexName(index));
  }

  /**
   * Applies all updates or none.
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
   * Judges updates without applying them: those that wait for the end of a session.
   * @throws DeniedError, InvalidDataError
   */
  checkUpdates(updates: readonly Update[], login: Login): void {
    const { nowMs } = this;
    this.#checkWrite(updates, applyUpdates(this.#root, updates, nowMs), login, nowMs);
  }

  /** Applies together the updates that rules allow, each judged separately. */
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
      // The client has gone and cannot be told that the updates are too large together, or could
      // not be stored.
      if (!(error instanceof InvalidDataError || error instanceof NotStoredError)) throw error;
    }
  }

  /**
   * Adds a listener if rules grant the read. Returns its view, which may be shared.
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
   * Calls `callback` when the token of a login expires. A token that had already expired when it
   * was presented, such as one made up by a test, does not expire again.
   */
  onExpired({ expiresMs = 0 }: Login, callback: () => void): Timer | undefined {
    return expiresMs > this.nowMs ? this.#options.clock.setTimer(expiresMs, callback) : undefined;
  }

  /** Judges the listeners of a changed login again. */
  rejudge(concerned: (listener: Listener) => boolean): void {
    this.#revoke(concerned);
  }

  /** Replaces all data once the changes are stored, without rules and triggers. */
  replaceRoot(root: Node, changes: readonly Change[]): void {
    this.#root = root;
    this.#tell(changes);
  }

  /** Replays an update from before the server was started. */
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

  /** The decision on a read by anyone except the administrator. */
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
