// Authorization, independent of the rules language: builds the request that a ruleset evaluates,
// and reports each decision to the evaluation listeners.

import { create, toJson } from '@bufbuild/protobuf';
import { TimestampSchema } from '@bufbuild/protobuf/wkt';
import { type Attributes, activeSpan, type Span } from '@savepoint/server/core/tracing';
import { billDependentRead } from '../core/billing.ts';
import { type Micros, microsToTimestamp } from '../core/commit-time.ts';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { toFields } from '../core/value-message.ts';
import type { Value } from '../gen/google/firestore/v1/document_pb.js';
import type { StructuredQuery } from '../gen/google/firestore/v1/query_pb.js';
import type { Query } from '../query/query.ts';
import {
  AccessBudget,
  type Decision,
  type DocumentAccess,
  deniedMessage,
  explanationDetail,
  type RulesDocument,
  type Ruleset,
  type RulesRequest,
} from '../rules/ruleset.ts';

/**
 * The caller: the owner or the emulator itself, which bypass security rules, or a client. A
 * client's `auth` is null if it is signed out.
 */
export type Principal =
  /** `isUnsampled`: the client requests that the call is not recorded. */
  | { readonly kind: 'owner'; readonly isUnsampled?: true }
  | { readonly kind: 'system' }
  | { readonly kind: 'client'; readonly auth: RulesRequest['auth'] };

const DEFAULT_DATABASE = '(default)';

/** The principal that bypasses security rules. */
export const OWNER: Principal = { kind: 'owner' };
export const UNSAMPLED_OWNER: Principal = { kind: 'owner', isUnsampled: true };

/** The emulator itself, e.g. when a TTL policy deletes a document. */
export const SYSTEM: Principal = { kind: 'system' };

/**
 * An authorization decision, for the request log and the request monitor. `decision` is undefined
 * for the owner and for databases without rules.
 */
export interface Evaluation {
  readonly projectId: string;
  readonly databaseId: string;
  readonly method: RulesRequest['method'];
  /** Path below the database's documents, e.g. `products/p1`. */
  readonly path: string;
  readonly time: Micros;
  readonly principal: Principal;
  readonly outcome: 'allow' | 'deny' | 'admin';
  readonly request: RulesRequest | undefined;
  readonly decision: Decision | undefined;
}

/**
 * The documents of one database as seen by rules: `get` before the request, `getAfter` as if it
 * were applied.
 */
export interface DocumentView {
  readonly projectId: string;
  readonly databaseId: string;
  readonly time: Micros;
  get(path: string): StoredDocument | undefined;
  getAfter(path: string): StoredDocument | undefined;
}

/** All writes of a commit to one document, which rules see as one write. */
export interface WriteOperation {
  readonly path: string;
  readonly method: 'create' | 'update' | 'delete';
  /** True without a precondition. Denial messages then list it both as create and as update. */
  readonly isUpsert: boolean;
  readonly before: StoredDocument | undefined;
  readonly after: StoredDocument | undefined;
}

/** The rulesets of all projects, and the authorization of every operation. */
export class AccessControl {
  /** Rules of one database by 'P/D', and rules of a project's other databases by 'P'. */
  readonly #rulesets = new Map<string, Ruleset>();
  /** By database id, for every project; '' is for databases without an entry. */
  readonly #defaultRulesets = new Map<string, Ruleset>();
  readonly #rulesetListeners = new Set<() => void>();
  readonly #evaluationListeners = new Set<(evaluation: Evaluation) => void>();

  /**
   * Replaces the ruleset of one database. Without a database id, replaces that of the project's
   * default database, which then also applies to its other databases without rules.
   */
  setRuleset(projectId: string, ruleset: Ruleset, databaseId?: string): void {
    this.#rulesets.set(`${projectId}/${databaseId ?? DEFAULT_DATABASE}`, ruleset);
    if (databaseId === undefined) this.#rulesets.set(projectId, ruleset);
    for (const listener of this.#rulesetListeners) listener();
  }

  /**
   * Sets the ruleset of databases with this id, or of all databases, in projects without their own
   * rulesets.
   */
  setDefaultRuleset(ruleset: Ruleset, databaseId = ''): void {
    this.#defaultRulesets.set(databaseId, ruleset);
    for (const listener of this.#rulesetListeners) listener();
  }

  /** Calls `listener` after every change of a ruleset. */
  onRulesetChange(listener: () => void): void {
    this.#rulesetListeners.add(listener);
  }

  /** The ruleset in force for a database; undefined allows everything. */
  ruleset(projectId: string, databaseId = DEFAULT_DATABASE): Ruleset | undefined {
    return (
      this.#rulesets.get(`${projectId}/${databaseId}`) ??
      this.#defaultRulesets.get(databaseId) ??
      this.#rulesets.get(projectId) ??
      this.#defaultRulesets.get('')
    );
  }

  /** Calls `listener` after each decision. Returns a function that unsubscribes it. */
  onEvaluation(listener: (evaluation: Evaluation) => void): () => void {
    this.#evaluationListeners.add(listener);
    return () => this.#evaluationListeners.delete(listener);
  }

  /** A budget of document accesses, shared by the operations of one request. */
  newAccessBudget(): AccessBudget {
    return new AccessBudget();
  }

  /**
   * Throws PERMISSION_DENIED unless `principal` may get the document at `path`. `document` is
   * undefined if it is missing.
   */
  authorizeGet(
    principal: Principal,
    view: DocumentView,
    path: string,
    document: StoredDocument | undefined,
    budget?: AccessBudget,
  ): void {
    const describe = () => ({
      method: 'get' as const,
      resource: document ? rulesDocument(document) : null,
      newResource: null,
    });
    this.#authorize(principal, view, path, describe, budget);
  }

  /** `authorizeGet` as a predicate; evaluation listeners are not notified. */
  canGet(principal: Principal, view: DocumentView, path: string, document: StoredDocument): boolean {
    const ruleset = this.ruleset(view.projectId, view.databaseId);
    if (principal.kind !== 'client' || !ruleset) return true;
    const request = rulesRequest(principal, view, path, {
      method: 'get',
      resource: rulesDocument(document),
      newResource: null,
    });
    return ruleset.authorize(request, documentAccess(view, ruleset)).allowed;
  }

  /** Throws PERMISSION_DENIED unless the rules prove that `principal` may run the query. */
  authorizeList(principal: Principal, view: DocumentView, query: Query, message: StructuredQuery): void {
    const id = query.collectionId ?? '';
    const path = query.parent === '' ? id : `${query.parent}/${id}`;
    this.#authorize(principal, view, path, () => ({
      method: 'list',
      resource: null,
      newResource: null,
      query: message,
      ...(query.allDescendants ? { collectionGroup: true } : {}),
    }));
  }

  /**
   * Throws PERMISSION_DENIED unless `principal` may perform every write; at most one per document.
   */
  authorizeWrites(principal: Principal, view: DocumentView, writes: readonly WriteOperation[]): void {
    const budget = writes.length > 1 ? new AccessBudget() : undefined;
    for (const { path, method, isUpsert, before, after } of writes) {
      this.#authorize(
        principal,
        view,
        path,
        () => ({
          method,
          isUpsert,
          resource: before ? rulesDocument(before) : null,
          newResource: after ? rulesDocument(after) : null,
        }),
        budget,
      );
    }
  }

  #authorize(
    principal: Principal,
    view: DocumentView,
    path: string,
    describe: () => Pick<RulesRequest, 'method' | 'resource' | 'newResource'> & Partial<RulesRequest>,
    budget?: AccessBudget,
  ): void {
    const ruleset = this.ruleset(view.projectId, view.databaseId);
    const rulesApply = principal.kind === 'client' && ruleset !== undefined;
    // Only decisions by rules get a span: the owner bypasses them.
    const span = rulesApply ? activeSpan()?.child('authorize') : undefined;
    if (!rulesApply && this.#evaluationListeners.size === 0) return;
    const request = rulesRequest(principal, view, path, describe());
    const decision = rulesApply
      ? ruleset.authorize(request, documentAccess(view, ruleset, span), budget)
      : undefined;
    const outcome = decision === undefined ? 'admin' : decision.allowed ? 'allow' : 'deny';
    if (span !== undefined && decision !== undefined) {
      span.set(decisionAttributes(request, decision));
      span.end();
    }
    const { projectId, databaseId, time } = view;
    const evaluation = {
      projectId,
      databaseId,
      method: request.method,
      path,
      time,
      principal,
      outcome,
      request,
      decision,
    } as const;
    for (const listener of this.#evaluationListeners) listener(evaluation);
    if (decision && !decision.allowed) {
      const explanation = decision.explain();
      const message = deniedMessage(decision.message, explanation);
      throw new RpcError(StatusCode.PERMISSION_DENIED, message, [explanationDetail(explanation)]);
    }
  }
}

function rulesRequest(
  principal: Principal,
  view: DocumentView,
  path: string,
  details: Pick<RulesRequest, 'method' | 'resource' | 'newResource'> & Partial<RulesRequest>,
): RulesRequest {
  return {
    projectId: view.projectId,
    databaseId: view.databaseId,
    path: path.split('/'),
    auth: principal.kind === 'client' ? principal.auth : null,
    time: microsToTimestamp(view.time),
    ...details,
  };
}

function documentAccess(view: DocumentView, { source }: Ruleset, span?: Span): DocumentAccess {
  const read =
    (call: string, find: (path: string) => StoredDocument | undefined): DocumentAccess['get'] =>
    (segments, _databaseId, at) => {
      const path = segments.join('/');
      const document = find(path);
      // Without a span, the evaluation is not part of a request.
      if (span !== undefined) {
        span.event(call, { path, exists: document !== undefined, line: source.lineAt(at.start) });
        billDependentRead(path);
      }
      return document ? rulesDocument(document) : null;
    };
  return {
    get: read('get', (path) => view.get(path)),
    getAfter: read('getAfter', (path) => view.getAfter(path)),
  };
}

/**
 * The attributes of a decision: each evaluated `allow` with its line, and the values that made a
 * denied one false.
 */
function decisionAttributes(request: RulesRequest, decision: Decision): Attributes {
  const { method, path, auth, databaseId, time } = request;
  const { allowed, outcomes } = decision;
  return {
    'rules.method': method,
    'rules.path': path.join('/'),
    'rules.uid': auth?.uid,
    'rules.outcome': allowed ? 'allow' : 'deny',
    'rules.line': allowed ? outcomes.at(-1)?.line : undefined,
    'rules.allows': JSON.stringify(outcomes.map(({ line, outcome }) => ({ line, outcome }))),
    ...(allowed
      ? {}
      : {
          'rules.database': databaseId,
          // The same time as in the request monitor's record of this request.
          'rules.time': toJson(TimestampSchema, create(TimestampSchema, time)),
          'rules.explanation': JSON.stringify(decision.explain()),
        }),
  };
}

function rulesDocument(document: StoredDocument): RulesDocument {
  let fields: { [name: string]: Value } | undefined;
  return {
    path: document.path.split('/'),
    bytes: document.bytes,
    get fields() {
      fields ??= toFields(document.fields);
      return fields;
    },
  };
}
