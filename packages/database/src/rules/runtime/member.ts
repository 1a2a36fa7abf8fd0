/** The members of values: properties, and the methods of strings and snapshots. */
import {
  compileRegularExpression,
  InvalidRegularExpression,
  matchingCost,
} from '@savepoint/server/rules/regular-expression';
import type { Evaluation } from './evaluation.ts';
import { kindOf } from './format-value.ts';
import { RulesError } from './rules-error.ts';
import { Snapshot } from './snapshot.ts';
import type { RulesValue } from './value.ts';

/** The cost of replacing one occurrence, besides its text. */
const REPLACEMENT_COST = 16;
/**
 * Reduces the cost of matching, because values may have ten megabytes, unlike documents in
 * Firestore.
 */
const MATCHING_DISCOUNT = 8;

/** Reads a property. Properties of null are null, so `auth.uid` is null for signed-out clients. */
export function readProperty(object: RulesValue, name: RulesValue): RulesValue {
  if (typeof object === 'string' && name === 'length') return object.length;
  if (object === null && name !== 'length') return null;
  if (object === null || typeof object !== 'object') throw noMember(object, String(name));
  if (typeof name !== 'string' && typeof name !== 'number') {
    throw new RulesError(`A property has a name, not ${kindOf(name)}.`);
  }
  return Object.hasOwn(object, name) ? ((object as Record<string, RulesValue>)[name] ?? null) : null;
}

/** Calls a method other than matches(). */
export function callMethod(
  receiver: RulesValue,
  name: string,
  args: readonly RulesValue[],
  evaluation: Evaluation,
): RulesValue {
  if (receiver instanceof Snapshot) return callSnapshot(receiver, name, args);
  if (typeof receiver !== 'string') throw noMember(receiver, `${name}()`);
  return callString(receiver, name, args, evaluation);
}

function callSnapshot(snapshot: Snapshot, name: string, args: readonly RulesValue[]): RulesValue {
  switch (name) {
    case 'val':
      return snapshot.val();
    case 'child':
      return snapshot.child(stringArgument(name, args[0]));
    case 'parent':
      return snapshot.parent();
    case 'hasChild':
      return snapshot.hasChild(stringArgument(name, args[0]));
    case 'hasChildren': {
      const keys = args[0] as readonly RulesValue[] | undefined;
      return snapshot.hasChildren(keys?.map((key) => stringArgument(name, key)));
    }
    case 'exists':
      return snapshot.exists();
    case 'getPriority':
      return snapshot.getPriority();
    case 'isNumber':
      return typeof snapshot.val() === 'number';
    case 'isString':
      return typeof snapshot.val() === 'string';
    case 'isBoolean':
      return typeof snapshot.val() === 'boolean';
    default:
      throw noMember(snapshot, `${name}()`);
  }
}

function callString(
  text: string,
  name: string,
  args: readonly RulesValue[],
  evaluation: Evaluation,
): RulesValue {
  evaluation.charge(text.length);
  switch (name) {
    case 'contains':
      return text.includes(stringArgument(name, args[0]));
    case 'beginsWith':
      return text.startsWith(stringArgument(name, args[0]));
    case 'endsWith':
      return text.endsWith(stringArgument(name, args[0]));
    case 'toLowerCase':
      return text.toLowerCase();
    case 'toUpperCase':
      return text.toUpperCase();
    case 'replace':
      return replaceAll(text, stringArgument(name, args[0]), stringArgument(name, args[1]), evaluation);
    default:
      throw noMember(text, `${name}()`);
  }
}

/** Replaces every occurrence. The length of the result is charged before it is built. */
function replaceAll(text: string, from: string, to: string, evaluation: Evaluation): string {
  if (from === '') return text;
  let count = 0;
  for (let at = text.indexOf(from); at !== -1; at = text.indexOf(from, at + from.length)) count++;
  evaluation.charge(count * (REPLACEMENT_COST + to.length) + text.length);
  return text.replaceAll(from, () => to);
}

/** Returns whether a string contains a match of a translated pattern. */
export function matchText(receiver: RulesValue, pattern: string, evaluation: Evaluation): boolean {
  if (typeof receiver !== 'string') throw noMember(receiver, 'matches()');
  evaluation.charge(matchingCost(pattern, receiver, false) / MATCHING_DISCOUNT);
  const compiled = compileRegularExpression(pattern);
  if (compiled instanceof InvalidRegularExpression) throw new RulesError(compiled.reason);
  return compiled.matcher(receiver).find();
}

function stringArgument(method: string, value: RulesValue | undefined): string {
  if (typeof value === 'string') return value;
  throw new RulesError(`${method}() takes a string, not ${kindOf(value ?? null)}.`);
}

function noMember(object: RulesValue, name: string): RulesError {
  return new RulesError(`${kindOf(object)} has no ${name}.`);
}
