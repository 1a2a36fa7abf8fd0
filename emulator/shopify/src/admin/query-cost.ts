// Owns what a query costs before and after it ran. The real figures are published as rules, not as code; this keeps the
// rules (scalars nothing, objects 1, but nothing for listed values without an id, interfaces their dearest, connections by size, mutations 10) and scales a connection
// to a quarter of its size, which is near what the real API has answered since it made connections cheaper.

import type {
  DocumentNode,
  FieldNode,
  GraphQLNamedType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import {
  GraphQLObjectType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isListType,
  Kind,
  valueFromASTUntyped,
} from 'graphql';

const MUTATION_COST = 10;
const CONNECTION_BASE = 2;
const CONNECTION_SHARE = 0.25;

type Variables = Readonly<Record<string, unknown>>;

interface Context {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, SelectionSetNode>;
  readonly variables: Variables;
}

/** What the query asks for at most, by its arguments. */
export function requestedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition.selectionSet]] : [],
    ),
  );
  const context: Context = { schema, fragments, variables };
  if (operation.operation === 'mutation') {
    return MUTATION_COST * fieldsOf(context, operation.selectionSet).length;
  }
  const root = schema.getQueryType();
  return root == null ? 0 : Math.ceil(costOfSelection(context, operation.selectionSet, root.name));
}

function costOfSelection(context: Context, selection: SelectionSetNode, typeName: string): number {
  const type = context.schema.getType(typeName);
  let cost = 0;
  let dearestCondition = 0;
  for (const child of selection.selections) {
    if (child.kind === Kind.FIELD) {
      if (type instanceof GraphQLObjectType || (type !== undefined && isAbstractType(type))) {
        cost += costOfField(context, child, typeName);
      }
      continue;
    }
    const body =
      child.kind === Kind.INLINE_FRAGMENT ? child.selectionSet : context.fragments.get(child.name.value);
    if (body === undefined) continue;
    const condition = child.kind === Kind.INLINE_FRAGMENT ? child.typeCondition?.name.value : undefined;
    const inner = costOfSelection(context, body, condition ?? typeName);
    if (condition !== undefined && condition !== typeName)
      dearestCondition = Math.max(dearestCondition, inner);
    else cost += inner;
  }
  return cost + dearestCondition;
}

function costOfField(context: Context, field: FieldNode, parentName: string): number {
  const parent = context.schema.getType(parentName);
  if (parent === undefined || !isCompositeType(parent) || !('getFields' in parent)) return 0;
  const definition = parent.getFields()[field.name.value];
  if (definition === undefined || field.selectionSet === undefined) return 0;
  const type = getNamedType(definition.type);
  if (isLeafType(type) || type.name === 'PageInfo') return 0;
  if (!type.name.endsWith('Connection')) {
    const own = isListType(getNullableType(definition.type)) && !hasId(type) ? 0 : 1;
    return own + costOfSelection(context, field.selectionSet, type.name);
  }
  const size = Number(argument(context, field, 'first') ?? argument(context, field, 'last') ?? 0);
  const perNode = costOfNode(context, field.selectionSet, type.name);
  return CONNECTION_BASE + Math.max(0, size) * perNode * CONNECTION_SHARE;
}

/** A list of values without an identity, such as a variant's options, comes with its owner. */
function hasId(type: GraphQLNamedType): boolean {
  return isCompositeType(type) && 'getFields' in type && type.getFields().id !== undefined;
}

function costOfNode(context: Context, selection: SelectionSetNode, connectionName: string): number {
  const nodeName = connectionName.replace(/Connection$/, '');
  let cost = 0;
  for (const field of fieldsOf(context, selection)) {
    if (field.selectionSet === undefined) continue;
    if (field.name.value === 'nodes') cost += 1 + costOfSelection(context, field.selectionSet, nodeName);
    if (field.name.value === 'edges') {
      for (const inner of fieldsOf(context, field.selectionSet)) {
        if (inner.name.value === 'node' && inner.selectionSet !== undefined) {
          cost += 1 + costOfSelection(context, inner.selectionSet, nodeName);
        }
      }
    }
  }
  return cost;
}

function fieldsOf(context: Context, selection: SelectionSetNode): FieldNode[] {
  return selection.selections.flatMap((child) => {
    if (child.kind === Kind.FIELD) return [child];
    const body =
      child.kind === Kind.INLINE_FRAGMENT ? child.selectionSet : context.fragments.get(child.name.value);
    return body === undefined ? [] : fieldsOf(context, body);
  });
}

function argument(context: Context, field: FieldNode, name: string): unknown {
  const value = field.arguments?.find((candidate) => candidate.name.value === name)?.value;
  return value === undefined ? undefined : valueFromASTUntyped(value, context.variables);
}

/** What the answer turned out to be worth: objects in it, connections at their real size. */
export function actualCost(data: unknown): number {
  return Math.ceil(costOfValue(data, true));
}

function costOfValue(value: unknown, isFree: boolean): number {
  if (Array.isArray(value)) {
    return value.reduce(
      (sum: number, item) =>
        sum + costOfValue(item, item !== null && typeof item === 'object' && !('id' in item)),
      0,
    );
  }
  if (value === null || typeof value !== 'object') return 0;
  const object = value as Record<string, unknown>;
  const items = (object.nodes ?? object.edges) as unknown;
  if (Array.isArray(items)) {
    const each = items.map((item: Record<string, unknown>) => ('node' in item ? item.node : item));
    const perNode = each.reduce((sum: number, node) => sum + costOfValue(node, false), 0);
    return CONNECTION_BASE + perNode * CONNECTION_SHARE;
  }
  const inner = Object.entries(object).reduce(
    (sum, [name, child]) => (name === 'pageInfo' ? sum : sum + costOfValue(child, false)),
    0,
  );
  return isFree ? inner : 1 + inner;
}
