import fc from 'fast-check';

/** Rules whose expressions are constant, or test whether the new value is the number 1. */
export interface RuleTree {
  readonly '.read'?: boolean;
  readonly '.write'?: boolean;
  readonly '.validate'?: string;
  readonly a?: RuleTree;
  readonly b?: RuleTree;
  readonly $other?: RuleTree;
}

type Json = number | { readonly [key: string]: Json };

const VALIDATES = 'newData.val() == 1 || newData.hasChildren()';

const { tree } = fc.letrec<{ tree: RuleTree }>((tie) => ({
  tree: fc.record(
    {
      '.read': fc.boolean(),
      '.write': fc.boolean(),
      '.validate': fc.constantFrom(VALIDATES, 'false', 'true'),
      a: fc.oneof({ maxDepth: 3 }, fc.constant({}), tie('tree')),
      b: fc.oneof({ maxDepth: 3 }, fc.constant({}), tie('tree')),
      $other: fc.constant({ '.validate': VALIDATES }),
    },
    { requiredKeys: [] },
  ),
}));
export const ruleTree: fc.Arbitrary<RuleTree> = tree;

export const treeData: fc.Arbitrary<Json> = fc.letrec<{ data: Json }>((tie) => ({
  data: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(1, 2),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('data'), { minKeys: 1 }),
  ),
})).data;

function below(rules: RuleTree | undefined, key: string): RuleTree | undefined {
  return key === 'a' || key === 'b' ? (rules?.[key] ?? rules?.$other) : rules?.$other;
}

function isGranted(rules: RuleTree | undefined, kind: '.read' | '.write', path: readonly string[]): boolean {
  if (rules === undefined) return false;
  const [key, ...rest] = path;
  return rules[kind] === true || (key !== undefined && isGranted(below(rules, key), kind, rest));
}

/** Returns whether the rules grant a read. */
export function naiveRead(rules: RuleTree, path: readonly string[]): boolean {
  return isGranted(rules, '.read', path);
}

/** Returns whether the rules grant a write that results in `json`. */
export function naiveWrite(rules: RuleTree, json: Json, path: readonly string[]): boolean {
  return isGranted(rules, '.write', path) && isValid(rules, json, path);
}

function isValid(rules: RuleTree | undefined, json: Json | undefined, path: readonly string[]): boolean {
  if (rules === undefined || json === undefined) return true;
  const expression = rules['.validate'];
  if (expression === 'false') return false;
  if (expression === VALIDATES && json !== 1 && typeof json !== 'object') return false;
  const children: Readonly<Record<string, Json>> = typeof json === 'object' ? json : {};
  const [key, ...rest] = path;
  if (key !== undefined) return isValid(below(rules, key), children[key], rest);
  return Object.entries(children).every(([name, child]) => isValid(below(rules, name), child, []));
}
