// A running operation executes its query over windows of the root connection, so that a large
// catalog is never duplicated in memory, and other requests are served in between.
// @see https://shopify.dev/docs/api/usage/bulk-operations/queries

import type { Clock } from '@savepoint/server/core/clock';
import type { DocumentNode, FieldNode, OperationDefinitionNode, SelectionSetNode } from 'graphql';
import {
  getNamedType,
  Kind,
  OperationTypeNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { gid } from '../core/gid.ts';
import { ADMIN_SCHEMA } from './admin-schema.ts';

const MAX_CONNECTIONS = 5;
const MAX_DEPTH = 2;
/** The number of root nodes read by one execution. */
const WINDOW_SIZE = 250;
const RESULT_URL_TTL_MS = 7 * 86_400_000;

/** A bulk query operation. Times are ISO 8601 strings. */
export interface BulkOperation {
  readonly id: string;
  readonly query: string;
  readonly createdAt: string;
  /** Base URL of the result file, without a trailing slash. */
  readonly resultBaseUrl: string;
  status: 'CANCELED' | 'COMPLETED' | 'CREATED' | 'FAILED' | 'RUNNING';
  errorCode: 'INTERNAL_SERVER_ERROR' | null;
  completedAt: string | null;
  objectCount: number;
  rootObjectCount: number;
  /** The result file; null until the operation is COMPLETED. */
  jsonl: Buffer | null;
}

/** Executes the query over a window of the root connection. Returns the `data` of the response. */
export type ExecuteWindow = (
  document: DocumentNode,
  window: { readonly from: number; readonly to: number },
) => Promise<Record<string, unknown>>;

/** The created operation, or a user error for `bulkOperationRunQuery`. */
export type BulkOperationStart =
  | { readonly operation: BulkOperation }
  | {
      readonly userError: {
        readonly code: 'INVALID' | 'OPERATION_IN_PROGRESS' | 'LIMIT_REACHED';
        readonly message: string;
      };
    };

/** The bulk operations of one app in one shop. */
export class BulkOperations {
  readonly all: Map<string, BulkOperation> = new Map();
  readonly #clock: Clock;
  readonly #delayMs: number;
  readonly #finished: (operation: BulkOperation) => void;
  readonly #resultBaseUrl: () => string;
  readonly #running = new Set<Promise<void>>();
  #nextId = 1;

  /** @param options.delayMs how long an operation stays CREATED, in milliseconds of the clock */
  constructor(options: {
    clock: Clock;
    delayMs: number;
    resultBaseUrl: () => string;
    onFinish: (operation: BulkOperation) => void;
  }) {
    this.#clock = options.clock;
    this.#delayMs = options.delayMs;
    this.#resultBaseUrl = options.resultBaseUrl;
    this.#finished = options.onFinish;
  }

  /**
   * Creates an operation, unless the query cannot run in bulk or `maxConcurrent` operations are
   * already open.
   * @param injectFailure makes the operation end as FAILED
   */
  start(
    query: string,
    maxConcurrent: number,
    execute: ExecuteWindow,
    injectFailure: boolean,
  ): BulkOperationStart {
    const parsed = parseBulkQuery(query);
    if ('message' in parsed) return { userError: { code: 'INVALID', message: parsed.message } };
    const open = [...this.all.values()].filter(({ status }) => status === 'CREATED' || status === 'RUNNING');
    if (open.length >= maxConcurrent) {
      return maxConcurrent === 1
        ? {
            userError: {
              code: 'OPERATION_IN_PROGRESS',
              message: `A bulk query operation for this app and shop is already in progress: ${open[0]?.id}.`,
            },
          }
        : {
            userError: {
              code: 'LIMIT_REACHED',
              message: `A maximum of ${maxConcurrent} bulk query operations can run at once for this app and shop.`,
            },
          };
    }
    const operation: BulkOperation = {
      id: gid('BulkOperation', this.#nextId++),
      query,
      createdAt: this.#now(),
      resultBaseUrl: this.#resultBaseUrl(),
      status: 'CREATED',
      errorCode: null,
      completedAt: null,
      objectCount: 0,
      rootObjectCount: 0,
      jsonl: null,
    };
    this.all.set(operation.id, operation);
    this.#clock.setTimer(this.#clock.nowMs() + this.#delayMs, () => {
      const execution = this.#run(operation, parsed.document, execute, injectFailure);
      this.#running.add(execution);
      void execution.then(() => this.#running.delete(execution));
    });
    return { operation };
  }

  /** Cancels an operation. Returns false when it has already ended. */
  cancel(operation: BulkOperation): boolean {
    if (operation.status !== 'CREATED' && operation.status !== 'RUNNING') return false;
    this.#end(operation, 'CANCELED');
    return true;
  }

  /** The operation created last, or null. */
  current(): BulkOperation | null {
    return [...this.all.values()].at(-1) ?? null;
  }

  /**
   * The JSONL file of a finished operation; null if there is none or its URL has expired after
   * seven days.
   */
  resultOf(id: string): Buffer | null {
    const operation = this.all.get(id);
    if (operation?.completedAt == null) return null;
    const age = this.#clock.nowMs() - Date.parse(operation.completedAt);
    return age < RESULT_URL_TTL_MS ? operation.jsonl : null;
  }

  /** Resolves when no operation is executing. Operations that are still CREATED do not count. */
  async waitUntilIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Removes all operations. */
  reset(): void {
    this.all.clear();
  }

  async #run(
    operation: BulkOperation,
    document: DocumentNode,
    execute: ExecuteWindow,
    injectFailure: boolean,
  ): Promise<void> {
    if (operation.status !== 'CREATED') return;
    operation.status = 'RUNNING';
    const chunks: Buffer[] = [];
    try {
      if (injectFailure) throw new Error('injected failure');
      for (let from = 0; ; from += WINDOW_SIZE) {
        const data = await execute(document, { from, to: from + WINDOW_SIZE });
        if ((operation.status as string) !== 'RUNNING') return;
        const lines: string[] = [];
        const roots = flatten(data, lines);
        operation.rootObjectCount += roots;
        operation.objectCount += lines.length;
        if (lines.length > 0) chunks.push(Buffer.from(`${lines.join('\n')}\n`));
        if (roots < WINDOW_SIZE) break;
        await new Promise((resolve) => setImmediate(resolve));
      }
      operation.jsonl = Buffer.concat(chunks);
      this.#end(operation, 'COMPLETED');
    } catch {
      operation.errorCode = 'INTERNAL_SERVER_ERROR';
      this.#end(operation, 'FAILED');
    }
  }

  #end(operation: BulkOperation, status: 'CANCELED' | 'COMPLETED' | 'FAILED'): void {
    operation.status = status;
    operation.completedAt = this.#now();
    this.#finished(operation);
  }

  #now(): string {
    return new Date(this.#clock.nowMs()).toISOString().replace(/\.\d{3}Z$/, 'Z');
  }
}

/**
 * Appends a JSON line for each node to `lines`: children follow their parent and contain its id in
 * `__parentId`. Returns the number of root nodes.
 */
export function flatten(data: Record<string, unknown>, lines: string[]): number {
  let roots = 0;
  for (const value of Object.values(data)) {
    for (const node of nodesOf(value) ?? []) {
      roots += 1;
      flattenNode(node, null, lines);
    }
  }
  return roots;
}

function flattenNode(node: Record<string, unknown>, parentId: string | null, lines: string[]): void {
  const fields: Record<string, unknown> = {};
  const children: Record<string, unknown>[] = [];
  for (const [name, value] of Object.entries(node)) {
    const nested = nodesOf(value);
    if (nested === null) fields[name] = value;
    else children.push(...nested);
  }
  if (parentId !== null) fields.__parentId = parentId;
  lines.push(JSON.stringify(fields));
  for (const child of children) flattenNode(child, String(node.id), lines);
}

/** The nodes of a connection; null for any other value. */
function nodesOf(value: unknown): Record<string, unknown>[] | null {
  if (value === null || typeof value !== 'object') return null;
  const { edges, nodes } = value as {
    edges?: { node: Record<string, unknown> }[];
    nodes?: Record<string, unknown>[];
  };
  if (Array.isArray(edges)) return edges.map(({ node }) => node);
  return Array.isArray(nodes) ? nodes : null;
}

/**
 * A bulk query contains one to five connections, nested at most two levels deep, and selects the
 * `id` of every parent node.
 */
function parseBulkQuery(query: string): { document: DocumentNode } | { message: string } {
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: 2_000 });
  } catch (error) {
    return { message: `Invalid bulk query: ${error instanceof Error ? error.message : String(error)}` };
  }
  const operation = document.definitions.find(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (operation?.operation !== OperationTypeNode.QUERY) {
    return { message: 'Invalid bulk query: it must be a query.' };
  }
  const [invalid] = validate(ADMIN_SCHEMA, document);
  if (invalid !== undefined) return { message: `Invalid bulk query: ${invalid.message}` };
  const connections = analyzeConnections(document);
  if (connections.count === 0) return { message: 'Bulk queries must contain at least one connection.' };
  if (connections.count > MAX_CONNECTIONS) {
    return { message: `Bulk queries cannot contain more than ${MAX_CONNECTIONS} connections.` };
  }
  if (connections.depth > MAX_DEPTH) {
    return {
      message: `Bulk queries cannot contain connections with a nesting depth greater than ${MAX_DEPTH}.`,
    };
  }
  if (connections.parentWithoutId !== null) {
    return {
      message: `The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': ${connections.parentWithoutId}.`,
    };
  }
  return { document };
}

function analyzeConnections(document: DocumentNode): {
  count: number;
  depth: number;
  parentWithoutId: string | null;
} {
  const types = new TypeInfo(ADMIN_SCHEMA);
  const open: FieldNode[] = [];
  let count = 0;
  let depth = 0;
  let parentWithoutId: string | null = null;
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter(field) {
          const type = types.getType();
          if (type == null || !getNamedType(type).name.endsWith('Connection')) return;
          const parent = open.at(-1);
          if (parent !== undefined && !selectsId(parent.selectionSet)) parentWithoutId ??= parent.name.value;
          open.push(field);
          count += 1;
          depth = Math.max(depth, open.length);
        },
        leave(field) {
          if (open.at(-1) === field) open.pop();
        },
      },
    }),
  );
  return { count, depth, parentWithoutId };
}

function selectsId(selection: SelectionSetNode | undefined): boolean {
  return (selection?.selections ?? []).some((child) => {
    if (child.kind !== Kind.FIELD) return false;
    if (child.name.value === 'id' && child.alias === undefined) return true;
    return ['edges', 'node', 'nodes'].includes(child.name.value) && selectsId(child.selectionSet);
  });
}
