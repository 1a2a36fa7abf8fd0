// Finds the Firestore queries in source code: plain requests ({op: 'query', path, where, orderBy})
// and method chains (.collection().where().orderBy()).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { globSync } from 'tinyglobby';
import type { Project } from '../config/project.ts';

/** A query as an index sees it: the fields, without the values. */
export interface SourceQuery {
  readonly file: string;
  /** Undefined when the collection is not a string literal. */
  readonly collection: string | undefined;
  readonly equal: readonly string[];
  readonly contains: readonly string[];
  /** Range filters and orders, in the order that an index needs. */
  readonly ordered: readonly { readonly field: string; readonly descending: boolean }[];
}

/** A syntax tree node of swc; only the parts that are read here are typed. */
interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

interface Condition {
  readonly field: string;
  readonly operator: string;
}

const DOCUMENT_ID = '__name__';
const EQUALITIES = new Set(['==', 'in']);
const CONTAINS = new Set(['array-contains', 'array-contains-any']);

/** The source files that the configuration names, relative to the project, without tests. */
export function findSourceFiles({ folder, config }: Project): string[] {
  const patterns = config.deploy?.querySources ?? [];
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: folder }))
    .filter((file) => !/\.(test|spec)\.tsx?$/.test(file))
    .sort();
}

/** The queries in the source files that the configuration names, without tests. */
export function findSourceQueries(project: Project): SourceQuery[] {
  return findSourceFiles(project).flatMap((file) =>
    parseQueries(readFileSync(join(project.folder, file), 'utf8'), file),
  );
}

/** The queries in one source text. */
export function parseQueries(source: string, file: string): SourceQuery[] {
  const module = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' });
  const found: SourceQuery[] = [];
  const visitedCalls = new Set<Node>();
  visit(module as unknown as Node, (node) => {
    if (node.type === 'ObjectExpression') {
      const query = fromRequest(node, file);
      if (query !== undefined) found.push(query);
    }
    if (node.type === 'CallExpression' && !visitedCalls.has(node)) {
      const query = fromChain(node, file, visitedCalls);
      if (query !== undefined) found.push(query);
    }
  });
  return found;
}

function fromRequest(node: Node, file: string): SourceQuery | undefined {
  const properties = new Map(
    (node.properties as Node[])
      .filter((property) => property.type === 'KeyValueProperty')
      .map((property) => [(property.key as { value?: string }).value, property.value as Node]),
  );
  if (text(properties.get('op')) !== 'query') return undefined;
  const conditions = rows(properties.get('where')).map(([field, operator]) => ({
    field: fieldName(field),
    operator: text(operator) ?? '==',
  }));
  const orders = rows(properties.get('orderBy')).map(([field, direction]) => ({
    field: fieldName(field),
    descending: text(direction) === 'desc',
  }));
  return query(file, text(properties.get('path'))?.split('/').at(-1), conditions, orders);
}

/** Walks a method chain from its last call to the collection that it starts with. */
function fromChain(end: Node, file: string, visitedCalls: Set<Node>): SourceQuery | undefined {
  const conditions: Condition[] = [];
  const orders: { field: string; descending: boolean }[] = [];
  let collection: string | undefined;
  for (let node: Node | undefined = end; node?.type === 'CallExpression'; node = receiver(node)) {
    visitedCalls.add(node);
    const [first, second] = (node.arguments as { expression: Node }[]).map((argument) => argument.expression);
    const name = methodName(node);
    if (name === 'where') conditions.unshift({ field: fieldName(first), operator: text(second) ?? '==' });
    if (name === 'orderBy') orders.unshift({ field: fieldName(first), descending: text(second) === 'desc' });
    if (name === 'collection' || name === 'collectionGroup') collection = text(first)?.split('/').at(-1);
  }
  return conditions.length + orders.length > 0 ? query(file, collection, conditions, orders) : undefined;
}

function query(
  file: string,
  collection: string | undefined,
  conditions: readonly Condition[],
  orders: SourceQuery['ordered'],
): SourceQuery {
  const fieldsWith = (operators: ReadonlySet<string>) =>
    conditions.filter(({ operator }) => operators.has(operator)).map(({ field }) => field);
  const equal = fieldsWith(EQUALITIES);
  const contains = fieldsWith(CONTAINS);
  const ranged = conditions.filter(({ field }) => ![...equal, ...contains].includes(field));
  const implied = ranged.filter(({ field }) => !orders.some((order) => order.field === field));
  const ordered = [...new Set(implied.map(({ field }) => field))].map((field) => ({
    field,
    descending: false,
  }));
  // Every index ends with the document id, so that an order by it needs no field of its own.
  const byFields = orders.filter(({ field }) => field !== DOCUMENT_ID);
  return { file, collection, equal, contains, ordered: [...ordered, ...byFields] };
}

function methodName(call: Node): string | undefined {
  const callee = call.callee as Node;
  return callee.type === 'MemberExpression' ? (callee.property as { value?: string }).value : undefined;
}

function receiver(call: Node): Node | undefined {
  const callee = call.callee as Node;
  return callee.type === 'MemberExpression' ? (callee.object as Node) : undefined;
}

/**
 * The field of a filter or an order: its literal name, the document id for
 * `FieldPath.documentId()`, or '?'.
 */
function fieldName(node: Node | undefined): string {
  if (node?.type === 'CallExpression' && methodName(node) === 'documentId') return DOCUMENT_ID;
  return text(node) ?? '?';
}

function text(node: Node | undefined): string | undefined {
  if (node?.type === 'StringLiteral') return node.value as string;
  return node?.type === 'TsAsExpression' || node?.type === 'TsConstAssertion'
    ? text(node.expression as Node)
    : undefined;
}

function rows(node: Node | undefined): (Node | undefined)[][] {
  if (node?.type !== 'ArrayExpression') return [];
  return (node.elements as ({ expression: Node } | null)[])
    .map((element) => element?.expression)
    .filter((row) => row?.type === 'ArrayExpression')
    .map((row) =>
      ((row as Node).elements as ({ expression: Node } | null)[]).map((cell) => cell?.expression),
    );
}

function visit(node: unknown, visitor: (node: Node) => void): void {
  if (Array.isArray(node)) {
    for (const item of node) visit(item, visitor);
  } else if (typeof node === 'object' && node !== null) {
    if (typeof (node as Node).type === 'string') visitor(node as Node);
    for (const child of Object.values(node)) visit(child, visitor);
  }
}
