/**
 * The cost of building, copying, comparing or searching a value. The unit is roughly the time for
 * one character.
 */
import { LiteralMap, RulesMap, RulesPath, RulesSet, type RulesValue } from './value.ts';

/** The cost of a collection element compared to a character. */
const ELEMENT_COST = 16;

/**
 * Cached costs of collections: one may contain another many times, which would otherwise take
 * exponential time.
 */
const costs = new WeakMap<object, number>();

/**
 * The cost of a value with its content. A document's map costs 1, because its size is limited
 * elsewhere.
 */
export function valueCost(value: RulesValue): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof RulesMap && !(value instanceof LiteralMap)) return 1;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof RulesPath) return ELEMENT_COST * value.segments.length;
  const cached = costs.get(value);
  if (cached !== undefined) return cached;
  const elements = elementsOf(value);
  if (elements === undefined) return 1;
  const cost = elementsCost(elements);
  costs.set(value, cost);
  return cost;
}

function elementsOf(value: RulesValue & object): readonly RulesValue[] | undefined {
  if (Array.isArray(value)) return value;
  if (value instanceof RulesSet) return value.elements;
  return value instanceof LiteralMap ? value.keys().map((key) => value.lookup(key) ?? null) : undefined;
}

function elementsCost(elements: readonly RulesValue[]): number {
  let cost = ELEMENT_COST * elements.length;
  for (const element of elements) cost += valueCost(element);
  return cost;
}
