// Converts the query of a read in "Try it" from code to the SDKs' wire format.

/** The `query` variable of rules, with the protocol's letters. */
export type WireQuery = Readonly<Record<string, string | number | boolean | null>>;

/** A call of the text: `orderByChild("score")`. */
interface Constraint {
  readonly name: string;
  readonly values: readonly unknown[];
}

const CONSTRAINT = /^[\s,.;]*([A-Za-z]+)\s*\(\s*((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^()"'])*)\)/;
const ORDERS: Readonly<Record<string, string>> = { orderByKey: '.key', orderByValue: '.value' };
const STARTS = ['startAt', 'startAfter', 'equalTo'];
const ENDS = ['endAt', 'endBefore', 'equalTo'];
const LIMITS = ['limitToFirst', 'limitToLast'];
const NAMES = [
  'orderByChild',
  'orderByKey',
  'orderByValue',
  'orderByPriority',
  ...STARTS,
  ...ENDS,
  ...LIMITS,
];

/**
 * Parses `orderByChild("score"), limitToFirst(10)`, or the same calls with leading dots. Undefined
 * means no query: everything is read.
 * @throws Error that names the invalid part
 */
export function parseTypedQuery(text: string): WireQuery | undefined {
  const constraints = readConstraints(text);
  if (constraints.length === 0) return undefined;
  const order = only(constraints, (name) => name.startsWith('orderBy'));
  const start = only(constraints, (name) => STARTS.includes(name));
  const end = only(constraints, (name) => ENDS.includes(name));
  const limit = only(constraints, (name) => LIMITS.includes(name));
  return {
    ...orderOf(order),
    ...boundOf(start, order, ['sp', 'sn', 'sin']),
    ...boundOf(end, order, ['ep', 'en', 'ein']),
    ...limitOf(limit),
  };
}

function readConstraints(text: string): Constraint[] {
  const constraints: Constraint[] = [];
  let rest = text;
  while (rest.replace(/[\s,.;]/g, '') !== '') {
    const [all = '', name = '', values = ''] = CONSTRAINT.exec(rest) ?? [];
    if (all === '') {
      throw new Error(
        `The query cannot be read from ${rest.trim().slice(0, 30)}: type orderByChild("score").`,
      );
    }
    if (!NAMES.includes(name)) {
      throw new Error(`The query has ${name}, which is not one of ${[...new Set(NAMES)].join(', ')}.`);
    }
    constraints.push({ name, values: readValues(name, values) });
    rest = rest.slice(all.length);
  }
  return constraints;
}

/** Parses JSON in which strings may have single quotes. */
function readValues(name: string, text: string): unknown[] {
  const json = text.replace(/'((?:[^'\\]|\\.)*)'/g, (_all, content: string) =>
    JSON.stringify(content.replace(/\\(.)/g, '$1')),
  );
  try {
    return JSON.parse(`[${json}]`) as unknown[];
  } catch {
    throw new Error(`${name}(${text}) has a value that is not a string, number, boolean or null.`);
  }
}

/** The constraint of a kind; a query may have at most one. */
function only(
  constraints: readonly Constraint[],
  isOfKind: (name: string) => boolean,
): Constraint | undefined {
  const [found, second] = constraints.filter(({ name }) => isOfKind(name));
  if (second !== undefined) {
    throw new Error(`The query has both ${found?.name} and ${second.name}: the SDK accepts one of them.`);
  }
  return found;
}

function orderOf(order: Constraint | undefined): WireQuery {
  if (order === undefined || order.name === 'orderByPriority') return {};
  if (order.name !== 'orderByChild') return { i: ORDERS[order.name] as string };
  const [path] = order.values;
  if (typeof path !== 'string' || path === '')
    throw new Error('orderByChild needs a path: orderByChild("score").');
  return { i: path };
}

function boundOf(
  bound: Constraint | undefined,
  order: Constraint | undefined,
  [valueName, keyName, inclusiveName]: readonly [string, string, string],
): WireQuery {
  if (bound === undefined) return {};
  const { name, values } = bound;
  const [value, key] = values;
  const isPrimitive = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  if (!isPrimitive || values.length > 2 || (key !== undefined && typeof key !== 'string')) {
    throw new Error(`${name} needs a string, number, boolean or null, and maybe a key: ${name}(5, "ada").`);
  }
  if (order?.name === 'orderByKey' && (typeof value !== 'string' || key !== undefined)) {
    throw new Error(`${name} needs one string after orderByKey: ${name}("ada").`);
  }
  return {
    [valueName]: value as string | number | boolean | null,
    ...(typeof key === 'string' && { [keyName]: key }),
    ...(['startAfter', 'endBefore'].includes(name) && { [inclusiveName]: false }),
  };
}

function limitOf(limit: Constraint | undefined): WireQuery {
  if (limit === undefined) return {};
  const [count] = limit.values;
  if (!Number.isSafeInteger(count) || (count as number) <= 0) {
    throw new Error(`${limit.name} needs a positive integer: ${limit.name}(10).`);
  }
  return { l: count as number, vf: limit.name === 'limitToFirst' ? 'l' : 'r' };
}
