// Owns bulk operations: their checks, their life and their JSONL. A running one reads the shop in windows, so that a
// large catalogue is never held twice.

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
import type { Clock } from '../core/clock.ts';
import { gid } from '../core/gid.ts';
import { ADMIN_SCHEMA } from './admin-schema.ts';

const MOST_CONNECTIONS = 5;
const DEEPEST = 2;
const WINDOW = 250;
const URL_LIVES_MS = 7 * 86_400_000;

/** One operation. Times are ISO. */
export interface BulkOperation {
  readonly id: string;
  readonly query: string;
  readonly createdAt: string;
  /** Where its result is served, without a trailing slash. */
  readonly resultBase: string;
  status: 'CANCELED' | 'COMPLETED' | 'CREATED' | 'FAILED' | 'RUNNING';
  errorCode: 'INTERNAL_SERVER_ERROR' | null;
  completedAt: string | null;
  objectCount: number;
  rootObjectCount: number;
  jsonl: Buffer | null;
}

/** Runs the query over a window of the root list and gives the answer's `data`. */
export type ExecuteWindow = (
  document: DocumentNode,
  window: { readonly from: number; readonly to: number },
) => Promise<Record<string, unknown>>;

/** What happened, or why not. */
export type BulkOperationStart =
  | { readonly operation: BulkOperation }
  | {
      readonly refused: {
        readonly code: 'INVALID' | 'OPERATION_IN_PROGRESS' | 'LIMIT_REACHED';
        readonly message: string;
      };
    };

/** The operations of one app in one shop. */
export class BulkOperations {
  readonly all: Map<string, BulkOperation> = new Map();
  readonly #clock: Clock;
  readonly #delayMs: number;
  readonly #finished: (operation: BulkOperation) => void;
  readonly #resultBase: () => string;
  readonly #running = new Set<Promise<void>>();
  #nextId = 1;

  /** `delayMs` is how long an operation stays CREATED, on the clock. */
  constructor(options: {
    clock: Clock;
    delayMs: number;
    resultBase: () => string;
    onFinish: (operation: BulkOperation) => void;
  }) {
    this.#clock = options.clock;
    this.#delayMs = options.delayMs;
    this.#resultBase = options.resultBase;
    this.#finished = options.onFinish;
  }

  /** Starts one, unless the query cannot be run in bulk or too many run. `failing` makes it end FAILED. */
  start(query: string, most: number, run: ExecuteWindow, failing: boolean): BulkOperationStart {
    const read = readBulkQuery(query);
    if ('message' in read) return { refused: { code: 'INVALID', message: read.message } };
    const open = [...this.all.values()].filter(({ status }) => status === 'CREATED' || status === 'RUNNING');
    if (open.length >= most) {
      return most === 1
        ? {
            refused: {
              code: 'OPERATION_IN_PROGRESS',
              message: `A bulk query operation for this app and shop is already in progress: ${open[0]?.id}.`,
            },
          }
        : {
            refused: {
              code: 'LIMIT_REACHED',
              message: `A maximum of ${most} bulk query operations can run at once for this app and shop.`,
            },
          };
    }
    const operation: BulkOperation = {
      id: gid('BulkOperation', this.#nextId++),
      query,
      createdAt: this.#now(),
      resultBase: this.#resultBase(),
      status: 'CREATED',
      errorCode: null,
      completedAt: null,
      objectCount: 0,
      rootObjectCount: 0,
      jsonl: null,
    };
    this.all.set(operation.id, operation);
    this.#clock.at(this.#clock.nowMs() + this.#delayMs, () => {
      const work = this.#run(operation, read.document, run, failing);
      this.#running.add(work);
      void work.then(() => this.#running.delete(work));
    });
    return { operation };
  }

  /** Cancels one that has not ended. */
  cancel(operation: BulkOperation): boolean {
    if (operation.status !== 'CREATED' && operation.status !== 'RUNNING') return false;
    this.#end(operation, 'CANCELED');
    return true;
  }

  /** The newest, or null. */
  current(): BulkOperation | null {
    return [...this.all.values()].at(-1) ?? null;
  }

  /** The lines behind a result's URL while it lives. */
  resultOf(id: string): Buffer | null {
    const operation = this.all.get(id);
    if (operation?.completedAt == null) return null;
    const age = this.#clock.nowMs() - Date.parse(operation.completedAt);
    return age < URL_LIVES_MS ? operation.jsonl : null;
  }

  /** Resolves when none is being worked on. */
  async waitUntilIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  reset(): void {
    this.all.clear();
  }

  async #run(
    operation: BulkOperation,
    document: DocumentNode,
    run: ExecuteWindow,
    failing: boolean,
  ): Promise<void> {
    if (operation.status !== 'CREATED') return;
    operation.status = 'RUNNING';
    const chunks: Buffer[] = [];
    try {
      if (failing) throw new Error('asked for through the fault injection');
      for (let from = 0; ; from += WINDOW) {
        const data = await run(document, { from, to: from + WINDOW });
        if ((operation.status as string) !== 'RUNNING') return;
        const lines: string[] = [];
        const roots = flatten(data, lines);
        operation.rootObjectCount += roots;
        operation.objectCount += lines.length;
        if (lines.length > 0) chunks.push(Buffer.from(`${lines.join('\n')}\n`));
        if (roots < WINDOW) break;
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

/** Writes a line for each node, children after their parent with `__parentId`. Returns the number of root nodes. */
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
  const own: Record<string, unknown> = {};
  const children: Record<string, unknown>[] = [];
  for (const [name, value] of Object.entries(node)) {
    const inner = nodesOf(value);
    if (inner === null) own[name] = value;
    else children.push(...inner);
  }
  if (parentId !== null) own.__parentId = parentId;
  lines.push(JSON.stringify(own));
  for (const child of children) flattenNode(child, String(node.id), lines);
}

function nodesOf(value: unknown): Record<string, unknown>[] | null {
  if (value === null || typeof value !== 'object') return null;
  const { edges, nodes } = value as {
    edges?: { node: Record<string, unknown> }[];
    nodes?: Record<string, unknown>[];
  };
  if (Array.isArray(edges)) return edges.map(({ node }) => node);
  return Array.isArray(nodes) ? nodes : null;
}

/** Checks what can be run in bulk: one query, one to five connections, two deep, ids on parents. */
function readBulkQuery(query: string): { document: DocumentNode } | { message: string } {
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
  const [wrong] = validate(ADMIN_SCHEMA, document);
  if (wrong !== undefined) return { message: `Invalid bulk query: ${wrong.message}` };
  const found = findConnections(document);
  if (found.count === 0) return { message: 'Bulk queries must contain at least one connection.' };
  if (found.count > MOST_CONNECTIONS) {
    return { message: `Bulk queries cannot contain more than ${MOST_CONNECTIONS} connections.` };
  }
  if (found.depth > DEEPEST) {
    return {
      message: `Bulk queries cannot contain connections with a nesting depth greater than ${DEEPEST}.`,
    };
  }
  if (found.withoutId !== null) {
    return {
      message: `The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': ${found.withoutId}.`,
    };
  }
  return { document };
}

function findConnections(document: DocumentNode): { count: number; depth: number; withoutId: string | null } {
  const types = new TypeInfo(ADMIN_SCHEMA);
  const open: FieldNode[] = [];
  let count = 0;
  let depth = 0;
  let withoutId: string | null = null;
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter(field) {
          const type = types.getType();
          if (type == null || !getNamedType(type).name.endsWith('Connection')) return;
          const parent = open.at(-1);
          if (parent !== undefined && !selectsId(parent.selectionSet)) withoutId ??= parent.name.value;
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
  return { count, depth, withoutId };
}

function selectsId(selection: SelectionSetNode | undefined): boolean {
  return (selection?.selections ?? []).some((child) => {
    if (child.kind !== Kind.FIELD) return false;
    if (child.name.value === 'id' && child.alias === undefined) return true;
    return ['edges', 'node', 'nodes'].includes(child.name.value) && selectsId(child.selectionSet);
  });
}
