// The cost of a query in points, before and after execution. Shopify documents rules, not the
// formula: a scalar costs 0, an object 1, an interface or union as much as its most expensive
// selection, a connection depends on its size, a mutation costs 10. Two constants approximate
// Shopify's results: a connection costs 2 plus a quarter of its nodes' cost, and an object in a
// list without an id costs 0.
// @see https://shopify.dev/docs/api/usage/limits#rate-limits

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
const CONNECTION_BASE_COST = 2;
const CONNECTION_NODE_FACTOR = 0.25;

type Variables = Readonly<Record<string, unknown>>;

interface QueryContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, SelectionSetNode>;
  readonly variables: Variables;
}

/**
 * The cost of a query if every connection returned as many nodes as its `first` or `last` argument
 * allows.
 */
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
  const context: QueryContext = { schema, fragments, variables };
  if (operation.operation === 'mutation') {
    return MUTATION_COST * fieldsOf(context, operation.selectionSet).length;
  }
  const root = schema.getQueryType();
  return root == null ? 0 : Math.ceil(costOfSelection(context, operation.selectionSet, root.name));
}

function costOfSelection(context: QueryContext, selection: SelectionSetNode, typeName: string): number {
  const type = context.schema.getType(typeName);
  let cost = 0;
  let maxConditionCost = 0;
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
    const fragmentCost = costOfSelection(context, body, condition ?? typeName);
    if (condition !== undefined && condition !== typeName)
      maxConditionCost = Math.max(maxConditionCost, fragmentCost);
    else cost += fragmentCost;
  }
  return cost + maxConditionCost;
}

function costOfField(context: QueryContext, field: FieldNode, parentName: string): number {
  const parent = context.schema.getType(parentName);
  if (parent === undefined || !isCompositeType(parent) || !('getFields' in parent)) return 0;
  const definition = parent.getFields()[field.name.value];
  if (definition === undefined || field.selectionSet === undefined) return 0;
  const type = getNamedType(definition.type);
  if (isLeafType(type) || type.name === 'PageInfo') return 0;
  if (!type.name.endsWith('Connection')) {
    const ownCost = isListType(getNullableType(definition.type)) && !hasId(type) ? 0 : 1;
    return ownCost + costOfSelection(context, field.selectionSet, type.name);
  }
  const size = Number(argument(context, field, 'first') ?? argument(context, field, 'last') ?? 0);
  const nodeCost = costOfNode(context, field.selectionSet, type.name);
  return CONNECTION_BASE_COST + Math.max(0, size) * nodeCost * CONNECTION_NODE_FACTOR;
}

/** False for a value object such as `SelectedOption`. */
function hasId(type: GraphQLNamedType): boolean {
  return isCompositeType(type) && 'getFields' in type && type.getFields().id !== undefined;
}

function costOfNode(context: QueryContext, selection: SelectionSetNode, connectionName: string): number {
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

function fieldsOf(context: QueryContext, selection: SelectionSetNode): FieldNode[] {
  return selection.selections.flatMap((child) => {
    if (child.kind === Kind.FIELD) return [child];
    const body =
      child.kind === Kind.INLINE_FRAGMENT ? child.selectionSet : context.fragments.get(child.name.value);
    return body === undefined ? [] : fieldsOf(context, body);
  });
}

function argument(context: QueryContext, field: FieldNode, name: string): unknown {
  const value = field.arguments?.find((candidate) => candidate.name.value === name)?.value;
  return value === undefined ? undefined : valueFromASTUntyped(value, context.variables);
}

/** The cost of a query's result: its objects, and its connections at their actual size. */
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
    const nodes = items.map((item: Record<string, unknown>) => ('node' in item ? item.node : item));
    const nodesCost = nodes.reduce((sum: number, node) => sum + costOfValue(node, false), 0);
    return CONNECTION_BASE_COST + nodesCost * CONNECTION_NODE_FACTOR;
  }
  const fieldsCost = Object.entries(object).reduce(
    (sum, [name, child]) => (name === 'pageInfo' ? sum : sum + costOfValue(child, false)),
    0,
  );
  return isFree ? fieldsCost : 1 + fieldsCost;
}
