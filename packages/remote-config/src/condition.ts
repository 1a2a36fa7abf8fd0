// Evaluates the conditions of a template for a client:
// https://firebase.google.com/docs/remote-config/condition-reference
import { createHash } from 'node:crypto';
import { RE2JS } from 're2js';

/** A client's properties in its request for values. */
export interface Client {
  readonly installationId?: string | undefined;
  readonly appId?: string | undefined;
  readonly version?: string | undefined;
  readonly build?: string | undefined;
  readonly language?: string | undefined;
  readonly country?: string | undefined;
  readonly userProperties?: Readonly<Record<string, unknown>> | undefined;
  readonly customSignals?: Readonly<Record<string, unknown>> | undefined;
  readonly now: number;
}

/** One term of a condition; all of its terms must hold. */
type Term =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'percent'; readonly seed: string; readonly above: number; readonly upTo: number }
  | { readonly kind: 'time'; readonly operator: string; readonly time: number }
  | {
      readonly kind: 'value';
      readonly element: string;
      readonly key: string;
      readonly operator: string;
      readonly values: readonly string[];
      /** True if values are compared as versions rather than numbers. */
      readonly isVersion?: true;
    }
  | { readonly kind: 'unsupported'; readonly element: string };

/** An expression that is not in the reference. */
export class ConditionError extends Error {}

const ALL_PERCENT = 100;
const MICRO = 1_000_000;
const QUOTED = /'((?:[^'\\]|\\.)*)'/g;
/** A quoted text, `&&`, or other text between them. */
const PIECE = /'(?:[^'\\]|\\.)*'|&&|[^'&]+|./gs;

const PERCENT = /^percent(?:\('([^']*)'\))?\s*(?:(<=|>)\s*([\d.]+)|between\s+([\d.]+)\s+and\s+([\d.]+))$/;
const TIME = /^(?:device\.)?dateTime\s*(<=|>=|<|>)\s*dateTime\('([^']+)'(?:,\s*'([^']+)')?\)$/;
const ELEMENT = String.raw`(app\.(?:version|build|id|userProperty|customSignal|firebaseInstallationId)|device\.(?:os|country|language))(?:\['([^']*)'\])?`;
const LIST = String.raw`\[\s*('(?:[^'\\]|\\.)*'(?:\s*,\s*'(?:[^'\\]|\\.)*')*)\s*\]`;
/** `app.version.>=(['1.2'])` */
const METHOD = new RegExp(
  String.raw`^${ELEMENT}\.(<=|>=|==|!=|<|>|contains|notContains|exactlyMatches|matches)\(${LIST}\)$`,
);
/** `device.country in ['US']` */
const MEMBER = new RegExp(String.raw`^${ELEMENT}\s+in\s+${LIST}$`);
/** `app.userProperty['level'] >= 2` and `device.os == 'ios'` */
const COMPARISON = new RegExp(String.raw`^${ELEMENT}\s*(<=|>=|==|!=|<|>)\s*(?:'([^']*)'|(-?[\d.]+))$`);
/** Elements of the reference that depend on data that clients do not send. */
const UNSUPPORTED =
  /^(app\.(?:audiences|firstOpenTimestamp|operatingSystemAndVersion|browserAndVersion|importedSegment)|inExperiment|version)\b/;

/**
 * Parses an expression to its terms.
 * @throws ConditionError for an invalid expression
 */
export function parseCondition(expression: string): readonly Term[] {
  return splitTerms(expression).map((text) => parseTerm(text.trim()));
}

/** Splits at each `&&` outside quotes. */
function splitTerms(expression: string): string[] {
  const terms = [''];
  for (const [piece] of expression.matchAll(PIECE)) {
    if (piece === '&&') terms.push('');
    else terms[terms.length - 1] += piece;
  }
  return terms;
}

function parseTerm(text: string): Term {
  if (text === 'true' || text === 'false') return { kind: 'constant', value: text === 'true' };
  const percent = PERCENT.exec(text);
  if (percent !== null) return percentTerm(percent);
  const time = TIME.exec(text);
  if (time !== null) {
    const [, operator = '', date = '', zone] = time;
    return { kind: 'time', operator, time: timeIn(date, zone) };
  }
  const method = METHOD.exec(text);
  if (method !== null) {
    const [, element = '', key = '', operator = '', list = ''] = method;
    const values = quoted(list);
    if (operator === 'matches') values.forEach(checkPattern);
    return { kind: 'value', element, key, operator, values, isVersion: true };
  }
  const member = MEMBER.exec(text);
  if (member !== null) {
    const [, element = '', key = '', list = ''] = member;
    return { kind: 'value', element, key, operator: 'in', values: quoted(list) };
  }
  const comparison = COMPARISON.exec(text);
  if (comparison !== null) {
    const [, element = '', key = '', operator = '', value, number] = comparison;
    return { kind: 'value', element, key, operator, values: [value ?? number ?? ''] };
  }
  const element = UNSUPPORTED.exec(text)?.[1];
  if (element !== undefined) return { kind: 'unsupported', element };
  throw new ConditionError(`"${text}" is not a condition`);
}

function percentTerm([, seed = '', operator, limit, low, high]: RegExpExecArray): Term {
  if (operator === undefined) return { kind: 'percent', seed, above: Number(low), upTo: Number(high) };
  return operator === '<='
    ? { kind: 'percent', seed, above: Number.NEGATIVE_INFINITY, upTo: Number(limit) }
    : { kind: 'percent', seed, above: Number(limit), upTo: ALL_PERCENT };
}

function quoted(list: string): string[] {
  return [...list.matchAll(QUOTED)].map(([, text = '']) => text.replace(/\\(.)/g, '$1'));
}

function checkPattern(pattern: string): void {
  try {
    RE2JS.compile(pattern);
  } catch {
    throw new ConditionError(`"${pattern}" is not a regular expression`);
  }
}

/** A time without an offset is in the named zone, GMT by default. */
function timeIn(date: string, zone = 'GMT'): number {
  const asUtc = Date.parse(/Z|[+-]\d\d:\d\d$/.test(date) ? date : `${date}Z`);
  if (Number.isNaN(asUtc)) throw new ConditionError(`"${date}" is not a time`);
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    const offset = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(asUtc));
    if (offset === null) return asUtc;
    const [, sign, hours, minutes] = offset;
    const milliseconds = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return sign === '+' ? asUtc - milliseconds : asUtc + milliseconds;
  } catch {
    throw new ConditionError(`"${zone}" is not a time zone`);
  }
}

/** The elements of a condition that are always false here. */
export function unsupportedElements(terms: readonly Term[]): string[] {
  return terms.flatMap((term) => (term.kind === 'unsupported' ? [term.element] : []));
}

/** Returns whether a condition is true for a client. */
export function isMet(terms: readonly Term[], client: Client): boolean {
  return terms.every((term) => holds(term, client));
}

function holds(term: Term, client: Client): boolean {
  switch (term.kind) {
    case 'constant':
      return term.value;
    case 'percent':
      return isWithin(term, client.installationId);
    case 'time':
      return compares(client.now - term.time, term.operator);
    case 'value':
      return matches(readElement(term.element, term.key, client), term);
    case 'unsupported':
      return false;
  }
}

/**
 * Returns whether an installation is in a percentage range, in units of a hundred millionth,
 * computed like firebase-admin does for servers.
 */
function isWithin({ seed, above, upTo }: Term & { kind: 'percent' }, id: string | undefined): boolean {
  if (id === undefined || id === '') return false;
  const text = seed === '' ? id : `${seed}.${id}`;
  const hash = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  const place = Number(hash % BigInt(ALL_PERCENT * MICRO));
  return place > above * MICRO && place <= upTo * MICRO;
}

function readElement(element: string, key: string, client: Client): string | undefined {
  const value = {
    'app.version': client.version,
    'app.build': client.build,
    'app.id': client.appId,
    'app.firebaseInstallationId': client.installationId,
    'app.userProperty': client.userProperties?.[key],
    'app.customSignal': client.customSignals?.[key],
    // `1:1234:ios:abcd`
    'device.os': client.appId?.split(':')[2],
    'device.country': client.country,
    'device.language': client.language,
  }[element];
  return value === undefined || value === null ? undefined : String(value);
}

function matches(value: string | undefined, term: Term & { kind: 'value' }): boolean {
  const { element, operator, values, isVersion } = term;
  if (value === undefined) return false;
  const [first = ''] = values;
  switch (operator) {
    case 'contains':
      return values.some((each) => value.includes(each));
    case 'notContains':
      return !values.some((each) => value.includes(each));
    case 'matches':
      // RE2, as in Remote Config, matches in linear time.
      return values.some((each) => RE2JS.compile(each).matcher(value).find());
    case 'exactlyMatches':
      return values.includes(value);
    case 'in':
      // `en` matches every English locale; countries are upper-case.
      return values.some((each) => {
        const [listed, actual] = [each.toLowerCase(), value.toLowerCase()];
        return listed === actual || (element === 'device.language' && actual.startsWith(`${listed}-`));
      });
    default:
      return isVersion ? compareVersions(value, first, operator) : compareNumbers(value, first, operator);
  }
}

/** Texts that are not numbers can only be equal or unequal. */
function compareNumbers(value: string, other: string, operator: string): boolean {
  const difference = Number(value) - Number(other);
  if (!Number.isNaN(difference)) return compares(difference, operator);
  return operator === '==' ? value === other : operator === '!=' && value !== other;
}

/** Compares part by part; missing parts are 0. */
function compareVersions(value: string, other: string, operator: string): boolean {
  const [first = [], second = []] = [value, other].map((text) => text.split('.').map(Number));
  if ([...first, ...second].some(Number.isNaN)) return false;
  const differences = Array.from(
    { length: Math.max(first.length, second.length) },
    (_, index) => (first[index] ?? 0) - (second[index] ?? 0),
  );
  return compares(differences.find((difference) => difference !== 0) ?? 0, operator);
}

function compares(difference: number, operator: string): boolean {
  if (difference === 0) return ['<=', '>=', '=='].includes(operator);
  return difference < 0 ? ['<', '<=', '!='].includes(operator) : ['>', '>=', '!='].includes(operator);
}

/**
 * A condition in the format that the Admin SDK evaluates for a server: only signals and
 * percentages.
 */
export function serverCondition(terms: readonly Term[]): object {
  const conditions = terms.map((term) => {
    if (term.kind === 'constant') return term.value ? { true: {} } : { false: {} };
    if (term.kind === 'percent') return { percent: serverPercent(term) };
    const signal = term.kind === 'value' ? serverSignal(term) : undefined;
    return signal === undefined ? { false: {} } : { customSignal: signal };
  });
  return { orCondition: { conditions: [{ andCondition: { conditions } }] } };
}

function serverPercent({ seed, above, upTo }: Term & { kind: 'percent' }): object {
  const micro = (percent: number) => Math.round(percent * MICRO);
  if (above < 0) return { seed, percentOperator: 'LESS_OR_EQUAL', microPercent: micro(upTo) };
  const microPercentRange = { microPercentLowerBound: micro(above), microPercentUpperBound: micro(upTo) };
  return { seed, percentOperator: 'BETWEEN', microPercentRange };
}

/** By the operators of expressions; those for versions begin with a `v`. */
const SIGNAL_OPERATORS: Readonly<Record<string, string>> = {
  contains: 'STRING_CONTAINS',
  notContains: 'STRING_DOES_NOT_CONTAIN',
  exactlyMatches: 'STRING_EXACTLY_MATCHES',
  matches: 'STRING_CONTAINS_REGEX',
  '<': 'NUMERIC_LESS_THAN',
  '<=': 'NUMERIC_LESS_EQUAL',
  '==': 'NUMERIC_EQUAL',
  '!=': 'NUMERIC_NOT_EQUAL',
  '>': 'NUMERIC_GREATER_THAN',
  '>=': 'NUMERIC_GREATER_EQUAL',
  'v<': 'SEMANTIC_VERSION_LESS_THAN',
  'v<=': 'SEMANTIC_VERSION_LESS_EQUAL',
  'v==': 'SEMANTIC_VERSION_EQUAL',
  'v!=': 'SEMANTIC_VERSION_NOT_EQUAL',
  'v>': 'SEMANTIC_VERSION_GREATER_THAN',
  'v>=': 'SEMANTIC_VERSION_GREATER_EQUAL',
};

function serverSignal(term: Term & { kind: 'value' }): object | undefined {
  const { element, key, operator, values, isVersion } = term;
  const isComparison = /^[<>=!]/.test(operator);
  const customSignalOperator = SIGNAL_OPERATORS[isVersion && isComparison ? `v${operator}` : operator];
  if (element !== 'app.customSignal' || customSignalOperator === undefined) return undefined;
  return { customSignalOperator, customSignalKey: key, targetCustomSignalValues: values };
}
