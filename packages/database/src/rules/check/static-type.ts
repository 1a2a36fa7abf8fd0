/** The statically known type of a value. */
export type StaticType =
  | 'boolean'
  | 'number'
  | 'string'
  | 'null'
  | 'snapshot'
  | 'query'
  | 'regex'
  | 'array'
  /** `auth` and everything below it. */
  | 'any'
  /** The result of `val()` and `getPriority()`, known only at run time. */
  | 'primitive'
  /** The type of `query.orderByChild`, which can be compared only with literals. */
  | 'ordering'
  /** The type of an expression whose error has already been reported. */
  | 'invalid';

/** The parameters and the result of a method. */
interface Method {
  readonly parameters: readonly ('string' | 'regex' | 'keys')[];
  readonly result: StaticType;
}

type Methods = ReadonlyMap<string, Method>;

const SNAPSHOT_METHODS: Methods = new Map<string, Method>([
  ['val', { parameters: [], result: 'primitive' }],
  ['child', { parameters: ['string'], result: 'snapshot' }],
  ['parent', { parameters: [], result: 'snapshot' }],
  ['hasChild', { parameters: ['string'], result: 'boolean' }],
  ['hasChildren', { parameters: ['keys'], result: 'boolean' }],
  ['exists', { parameters: [], result: 'boolean' }],
  ['getPriority', { parameters: [], result: 'primitive' }],
  ['isNumber', { parameters: [], result: 'boolean' }],
  ['isString', { parameters: [], result: 'boolean' }],
  ['isBoolean', { parameters: [], result: 'boolean' }],
]);

const STRING_METHODS: Methods = new Map<string, Method>([
  ['contains', { parameters: ['string'], result: 'boolean' }],
  ['beginsWith', { parameters: ['string'], result: 'boolean' }],
  ['endsWith', { parameters: ['string'], result: 'boolean' }],
  ['replace', { parameters: ['string', 'string'], result: 'string' }],
  ['toLowerCase', { parameters: [], result: 'string' }],
  ['toUpperCase', { parameters: [], result: 'string' }],
  ['matches', { parameters: ['regex'], result: 'boolean' }],
]);

const QUERY_PROPERTIES: ReadonlyMap<string, StaticType> = new Map<string, StaticType>([
  ['orderByKey', 'boolean'],
  ['orderByPriority', 'boolean'],
  ['orderByValue', 'boolean'],
  ['orderByChild', 'ordering'],
  ['startAt', 'primitive'],
  ['endAt', 'primitive'],
  ['equalTo', 'primitive'],
  ['limitToFirst', 'primitive'],
  ['limitToLast', 'primitive'],
]);

/** Returns whether a value may have one of `kinds` at run time. */
export function maybe(type: StaticType, ...kinds: StaticType[]): boolean {
  return type === 'any' || type === 'primitive' || type === 'invalid' || kinds.includes(type);
}

/** Returns whether `==` compares values of this type. */
export function isComparable(type: StaticType): boolean {
  return maybe(type, 'string', 'number', 'boolean', 'null');
}

/** The methods of a type; undefined if it has none. */
export function methodsOf(type: StaticType): Methods | undefined {
  if (type === 'snapshot') return SNAPSHOT_METHODS;
  return type === 'string' || type === 'any' || type === 'primitive' ? STRING_METHODS : undefined;
}

/** The type of a property; undefined if it does not exist. */
export function propertyOf(type: StaticType, name: string): StaticType | undefined {
  if (type === 'any') return 'any';
  if (type === 'query') return QUERY_PROPERTIES.get(name);
  return (type === 'string' || type === 'primitive') && name === 'length' ? 'number' : undefined;
}
