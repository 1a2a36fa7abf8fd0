import fc from 'fast-check';

/** Generates an expression that parses, with arbitrary types. */
export const expressionText: fc.Arbitrary<string> = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie('expression');
  const list = fc.array(inner, { maxLength: 2 }).map((items) => items.join(', '));
  const operator = fc.constantFrom(...'|| && == === != !== < <= > >= + - * / %'.split(' '));
  return {
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom(
        'auth',
        '$k',
        'true',
        'null',
        '1',
        '0.5',
        '2e3',
        "'a\\'b'",
        '"\\u0041\\n"',
        '/a[/]\\/b/i',
      ),
      fc.tuple(inner, operator, inner).map((parts) => parts.join(' ')),
      fc.tuple(inner, inner, inner).map(([test, yes, no]) => `(${test}) ? ${yes} : ${no}`),
      fc.tuple(fc.constantFrom('!', '-'), inner).map(([sign, text]) => `${sign}(${text})`),
      fc.tuple(inner, fc.constantFrom('val', 'uid', 'in_', '$x')).map(([text, name]) => `(${text}).${name}`),
      fc.tuple(inner, inner).map(([text, key]) => `(${text})[${key}]`),
      fc.tuple(inner, list).map(([text, args]) => `(${text})(${args})`),
      list.map((items) => `[${items}]`),
    ),
  };
}).expression;

/** The variables of generated expressions. */
export const ENVIRONMENT = {
  auth: { uid: 'ada', n: 3, flag: true, claims: { role: 'admin', 'x/y': 'b' } },
  nowMs: 1000,
  key: 'k1',
  data: { k1: { s: 'ada', n: 3, t: true, deep: { s: 'b', k1: 0 } }, s: 'ADA', n: -1 },
};

/** An expression and its value by definition. A RangeError is an evaluation error. */
export interface Generated {
  readonly text: string;
  readonly run: () => unknown;
}

type Json = null | boolean | number | string | { readonly [key: string]: Json };
/** Keys from the root. */
type Place = readonly string[];

const fail = (): never => {
  throw new RangeError('an error of evaluation');
};
const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null;

function lookUp(place: Place): Json {
  let json: Json = ENVIRONMENT.data;
  for (const key of place) json = isObject(json) && Object.hasOwn(json, key) ? (json[key] ?? null) : null;
  return json;
}

const below = (place: Place, path: unknown): Place =>
  typeof path === 'string' ? [...place, ...path.split('/').filter(Boolean)] : fail();

const leaf = (text: string, value: unknown): Generated => ({ text, run: () => value });

type Kinds = {
  boolean: Generated;
  /** A type that is known only at run time. */
  unknown: Generated;
  value: Generated;
  place: Generated;
};

const wrap = (text: string): string => `(${text})`;

/** A boolean expression that compiles at a node `$k` below the root. */
export const typedExpression: fc.Arbitrary<Generated> = fc.letrec<Kinds>((tie) => {
  const [boolean, unknown, value, place] = [tie('boolean'), tie('unknown'), tie('value'), tie('place')];
  return {
    boolean: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom(leaf('true', true), leaf('false', false)),
      fc.tuple(boolean, boolean).map(([a, b]) => ({
        text: `${wrap(a.text)} && ${wrap(b.text)}`,
        run: () => (a.run() === true ? b.run() : false),
      })),
      fc.tuple(boolean, boolean).map(([a, b]) => ({
        text: `${wrap(a.text)} || ${wrap(b.text)}`,
        run: () => (a.run() === true ? true : b.run()),
      })),
      boolean.map((a) => ({ text: `!${wrap(a.text)}`, run: () => a.run() !== true })),
      fc.tuple(boolean, boolean, boolean).map(([a, b, c]) => ({
        text: `${wrap(a.text)} ? ${wrap(b.text)} : ${wrap(c.text)}`,
        run: () => (a.run() === true ? b.run() : c.run()),
      })),
      fc.tuple(value, value, fc.boolean()).map(([a, b, isEqual]) => ({
        text: `${wrap(a.text)} ${isEqual ? '===' : '!='} ${wrap(b.text)}`,
        run: () => {
          const [left, right] = [a.run(), b.run()];
          return (!isObject(left) && left === right) === isEqual;
        },
      })),
      fc.tuple(unknown, value, fc.boolean()).map(([a, b, isLess]) => ({
        text: `${wrap(a.text)} ${isLess ? '<' : '>='} ${wrap(b.text)}`,
        run: () => {
          const [left, right] = [a.run(), b.run()] as [string, string];
          if (typeof left !== typeof right || !['string', 'number'].includes(typeof left)) fail();
          return isLess ? left < right : left >= right;
        },
      })),
      fc.tuple(unknown, unknown).map(([a, b]) => ({
        text: `${wrap(a.text)}.contains(${b.text})`,
        run: () => {
          const [text, part] = [a.run(), b.run()];
          return typeof text === 'string' && typeof part === 'string'
            ? text.split(part).length > 1 || part === ''
            : fail();
        },
      })),
      place.map((a) => ({ text: `${a.text}.exists()`, run: () => lookUp(a.run() as Place) !== null })),
      fc.tuple(place, unknown).map(([a, b]) => ({
        text: `${a.text}.hasChild(${b.text})`,
        run: () => lookUp(below(a.run() as Place, b.run())) !== null,
      })),
      fc.tuple(place, unknown).map(([a, b]) => ({
        text: `${a.text}.hasChildren(['s', ${b.text}])`,
        run: () => {
          const at = a.run() as Place;
          const path = below(at, b.run());
          return isObject(lookUp(at)) && lookUp([...at, 's']) !== null && lookUp(path) !== null;
        },
      })),
      place.map((a) => ({
        text: `${a.text}.isString()`,
        run: () => typeof lookUp(a.run() as Place) === 'string',
      })),
    ),
    unknown: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom(
        leaf("auth['a']", null),
        leaf('auth.none.below', null),
        leaf('auth.uid', 'ada'),
        leaf('auth.n', 3),
        leaf('auth.flag', true),
        leaf("auth.claims['role']", 'admin'),
        leaf('auth[$k]', null),
        { text: 'auth.none.length', run: fail },
        { text: 'auth.uid.length', run: () => 3 },
      ),
      place.map((a) => ({ text: `${a.text}.val()`, run: () => lookUp(a.run() as Place) })),
    ),
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      unknown,
      fc.constant({ text: 'auth.n / 0', run: () => Number.NaN }),
      fc.tuple(unknown, value).map(([a, b]) => ({
        text: `${wrap(a.text)} + ${wrap(b.text)}`,
        run: () => {
          const [left, right] = [a.run(), b.run()] as [string, string];
          for (const operand of [left, right]) if (!['string', 'number'].includes(typeof operand)) fail();
          return left + right;
        },
      })),
      fc.tuple(unknown, unknown).map(([a, b]) => ({
        text: `${wrap(a.text)} - ${wrap(b.text)}`,
        run: () => {
          const [left, right] = [a.run(), b.run()];
          return typeof left === 'number' && typeof right === 'number' ? left - right : fail();
        },
      })),
      unknown.map((a) => ({
        text: `${wrap(a.text)}.toUpperCase()`,
        run: () => {
          const text = a.run();
          return typeof text === 'string' ? text.toUpperCase() : fail();
        },
      })),
    ),
    place: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<Generated>(leaf('root', []), leaf('data', ['k1'])),
      fc
        .tuple(place, fc.constantFrom('s', 'n', 'deep', 'deep/s', '/deep//k1/', 'b@d.e', ''))
        .map(([a, path]) => ({
          text: `${a.text}.child('${path}')`,
          run: () => below(a.run() as Place, path),
        })),
      fc.tuple(place, unknown).map(([a, b]) => ({
        text: `${a.text}.child(${b.text})`,
        run: () => below(a.run() as Place, b.run()),
      })),
      place.map((a) => ({
        text: `${a.text}.parent()`,
        run: () => {
          const at = a.run() as Place;
          return at.length === 0 ? fail() : at.slice(0, -1);
        },
      })),
    ),
  };
}).boolean;
