/** What is known of a value before rules run. */
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
  /** What `val()` and `getPriority()` return: not known until rules run. */
  | 'primitive'
  /** What `query.orderByChild` is: it compares with literals only. */
  | 'ordering'
  /** Of an expression with an error that is already reported. */
  | 'invalid';

/** A method, by its parameters and its result. */
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

/** Whether a value may be one of `kinds` when rules run. */
export function maybe(type: StaticType, ...kinds: StaticType[]): boolean {
  return type === 'any' || type === 'primitive' || type === 'invalid' || kinds.includes(type);
}

/** Whether a value is of a kind that `==` compares. */
export function isComparable(type: StaticType): boolean {
  return maybe(type, 'string', 'number', 'boolean', 'null');
}

/** The methods of a value; undefined for a type that has none. */
export function methodsOf(type: StaticType): Methods | undefined {
  if (type === 'snapshot') return SNAPSHOT_METHODS;
  return type === 'string' || type === 'any' || type === 'primitive' ? STRING_METHODS : undefined;
}

/** The type of a property; undefined when there is none of that name. */
export function propertyOf(type: StaticType, name: string): StaticType | undefined {
  if (type === 'any') return 'any';
  if (type === 'query') return QUERY_PROPERTIES.get(name);
  return (type === 'string' || type === 'primitive') && name === 'length' ? 'number' : undefined;
}
