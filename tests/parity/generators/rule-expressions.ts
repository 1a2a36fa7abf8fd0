// Expressions of the rules language, mostly well-typed, so that they compute something.
import fc from 'fast-check';

/** The type of the value of an expression. `lookup` is a path of a document, as get() takes it. */
type ValueType =
  | 'bool'
  | 'int'
  | 'float'
  | 'string'
  | 'bytes'
  | 'timestamp'
  | 'duration'
  | 'latlng'
  | 'path'
  | 'list'
  | 'set'
  | 'map'
  | 'diff'
  | 'null'
  | 'lookup'
  | 'pattern'
  | 'type'
  | 'any';

/** Expressions without operands. They read the document of RULES_DOCUMENT and the request. */
const LEAVES: { readonly [type in ValueType]: readonly string[] } = {
  bool: [
    'true',
    'false',
    'resource.data.t',
    'exists(/databases/$(database)/documents/c/missing)',
    "('n' in resource.data)",
    'request.auth != null',
  ],
  int: [
    '0',
    '1',
    '(-1)',
    '2',
    '31',
    '9223372036854775807',
    '(-9223372036854775808)',
    'resource.data.i',
    'resource.data.m.i',
    'resource.data.l[0]',
  ],
  float: [
    '0.0',
    '1.0',
    '(-0.0)',
    '1.5',
    '(-2.5)',
    '100000000000000000000.0',
    '(1.0 / 0.0)',
    '(0.0 / 0.0)',
    'resource.data.f',
    'resource.data.nan',
  ],
  string: [
    "''",
    "'a'",
    "'b'",
    "'A b'",
    "'éß'",
    "'😀'",
    "'1'",
    "'-7'",
    "'1.5'",
    "'a,b,,c'",
    '"\\u00e9\\n"',
    'resource.data.s',
    'id',
    'resource.id',
    'request.auth.uid',
    'request.auth.token.email',
    'request.method',
    'database',
  ],
  bytes: ["b''", "b'a'", "b'\\xff\\101'", "b'é'", 'resource.data.b'],
  timestamp: [
    'resource.data.ts',
    'timestamp.value(0)',
    'timestamp.value(-1)',
    'timestamp.date(2020, 2, 29)',
    'timestamp.value(1582979696789)',
  ],
  duration: [
    "duration.value(1, 's')",
    "duration.value(-90, 'm')",
    'duration.time(1, 2, 3, 4)',
    "duration.value(7, 'ns')",
    "duration.value(1, 'w')",
  ],
  latlng: ['latlng.value(0.0, 0.0)', 'latlng.value(90, -180)', 'resource.data.g'],
  path: [
    '(/a/b)',
    '(/databases/$(database)/documents/c/$(id))',
    "path('/a/b')",
    "path('a/{x}/c')",
    'resource.data.r',
    'request.path',
    'resource.__name__',
    '(/a/$(1))',
  ],
  list: [
    '[]',
    '[1]',
    "['a', 'b']",
    '[1, 1.0, 2]',
    "[null, 'a', true]",
    'resource.data.l',
    'resource.data.ls',
    '[[1], [2]]',
    "[{'a': 1}]",
    '[0.0, -0.0]',
  ],
  set: [
    '[].toSet()',
    '[1, 1.0].toSet()',
    "['a', 'b'].toSet()",
    'resource.data.l.toSet()',
    '[[1]].toSet()',
    'resource.data.keys().toSet()',
  ],
  map: [
    '{}',
    "{'a': 1}",
    "{'a': 1.0, 'b': 'x'}",
    "{'b': null}",
    'resource.data',
    'resource.data.m',
    "{'a': {'b': 2}}",
    'request.auth.token',
  ],
  diff: ['{}.diff({})', 'resource.data.diff(resource.data)', "{'a': 1}.diff({'a': 1.0, 'b': 2})"],
  null: ['null', 'resource.data.n', 'request.resource'],
  lookup: [
    '/databases/$(database)/documents/c/x',
    '/databases/$(database)/documents/c/missing',
    '/databases/$(database)/documents/users/$(request.auth.uid)',
  ],
  pattern: [
    "'a'",
    "'.*'",
    "'[a-c]+'",
    "'(a)(b)?'",
    "','",
    "'\\\\s'",
    "'x*'",
    "''",
    "'(?i)A'",
    "'^a'",
    "'\\\\d+'",
    "'\\\\p{L}'",
    "'a|b'",
    "'[^a]'",
  ],
  type: [
    'bool',
    'bytes',
    'duration',
    'float',
    'int',
    'latlng',
    'list',
    'map',
    'number',
    'path',
    'string',
    'timestamp',
    'set',
    'map_diff',
  ],
  any: ['resource', 'request.auth', 'request.time', 'resource.data.missing', 'undefinedName', 'request'],
};

/** The value's type, the text with `#` for each operand, and the types of the operands. */
const OPERATIONS: readonly (readonly [ValueType, string, ...ValueType[]])[] = [
  ['bool', '!#', 'bool'],
  ['bool', '# && #', 'bool', 'bool'],
  ['bool', '# || #', 'bool', 'bool'],
  ['bool', '# ? # : #', 'bool', 'bool', 'bool'],
  ...(
    [
      'int',
      'float',
      'string',
      'bytes',
      'timestamp',
      'duration',
      'latlng',
      'path',
      'list',
      'set',
      'map',
      'diff',
      'null',
      'bool',
    ] as const
  ).flatMap(
    (type) =>
      [
        ['bool', '# == #', type, type],
        ['bool', '# != #', type, type],
      ] as const,
  ),
  ...(['int', 'float', 'string', 'bytes', 'timestamp', 'duration'] as const).flatMap((type) =>
    ['<', '<=', '>', '>='].map((operator) => ['bool', `# ${operator} #`, type, type] as const),
  ),
  ['bool', '# == #', 'any', 'any'],
  ['bool', '# < #', 'int', 'float'],
  ['bool', '# == #', 'int', 'float'],
  ['bool', '# is #', 'any', 'type'],
  ['bool', '# in #', 'any', 'list'],
  ['bool', '# in #', 'any', 'set'],
  ['bool', '# in #', 'string', 'map'],
  ['int', '# + #', 'int', 'int'],
  ['int', '# - #', 'int', 'int'],
  ['int', '# * #', 'int', 'int'],
  ['int', '# / #', 'int', 'int'],
  ['int', '# % #', 'int', 'int'],
  ['int', '-#', 'int'],
  ['float', '# + #', 'float', 'int'],
  ['float', '# - #', 'float', 'float'],
  ['float', '# * #', 'int', 'float'],
  ['float', '# / #', 'float', 'float'],
  ['float', '# % #', 'float', 'float'],
  ['float', '-#', 'float'],
  ['string', '# + #', 'string', 'string'],
  ['timestamp', '# + #', 'timestamp', 'duration'],
  ['timestamp', '# - #', 'timestamp', 'duration'],
  ['timestamp', '# + #', 'duration', 'timestamp'],
  ['duration', '# - #', 'timestamp', 'timestamp'],
  ['duration', '# + #', 'duration', 'duration'],
  ['duration', '# - #', 'duration', 'duration'],
  ['int', '#.size()', 'string'],
  ['string', '#.lower()', 'string'],
  ['string', '#.upper()', 'string'],
  ['string', '#.trim()', 'string'],
  ['bool', '#.matches(#)', 'string', 'pattern'],
  ['string', '#.replace(#, #)', 'string', 'pattern', 'string'],
  ['list', '#.split(#)', 'string', 'pattern'],
  ['bytes', '#.toUtf8()', 'string'],
  ['string', '#[#]', 'string', 'int'],
  ['string', '#[#:#]', 'string', 'int', 'int'],
  ['int', '#.size()', 'bytes'],
  ['string', '#.toHexString()', 'bytes'],
  ['string', '#.toBase64()', 'bytes'],
  ['int', '#.size()', 'list'],
  ['bool', '#.hasAll(#)', 'list', 'list'],
  ['bool', '#.hasAny(#)', 'list', 'list'],
  ['bool', '#.hasOnly(#)', 'list', 'list'],
  ['list', '#.concat(#)', 'list', 'list'],
  ['list', '#.removeAll(#)', 'list', 'list'],
  ['string', '#.join(#)', 'list', 'string'],
  ['set', '#.toSet()', 'list'],
  ['any', '#[#]', 'list', 'int'],
  ['list', '#[#:#]', 'list', 'int', 'int'],
  ['int', '#.size()', 'set'],
  ['bool', '#.hasAll(#)', 'set', 'set'],
  ['bool', '#.hasAny(#)', 'set', 'list'],
  ['bool', '#.hasOnly(#)', 'set', 'set'],
  ['bool', '#.hasAll(#)', 'set', 'list'],
  ['bool', '#.hasOnly(#)', 'list', 'set'],
  ['set', '#.union(#)', 'set', 'set'],
  ['set', '#.intersection(#)', 'set', 'set'],
  ['set', '#.difference(#)', 'set', 'set'],
  ['list', '#.keys()', 'map'],
  ['list', '#.values()', 'map'],
  ['int', '#.size()', 'map'],
  ['any', '#.get(#, #)', 'map', 'string', 'any'],
  ['any', "#.get(['a', 'b'], #)", 'map', 'any'],
  ['diff', '#.diff(#)', 'map', 'map'],
  ['any', '#[#]', 'map', 'string'],
  ['any', '#.a', 'map'],
  ['set', '#.addedKeys()', 'diff'],
  ['set', '#.removedKeys()', 'diff'],
  ['set', '#.changedKeys()', 'diff'],
  ['set', '#.unchangedKeys()', 'diff'],
  ['set', '#.affectedKeys()', 'diff'],
  ['string', '#[#]', 'path', 'int'],
  ['path', "#.bind({'x': 'y'})", 'path'],
  ['path', '/a/$(#)/b', 'string'],
  ['path', 'path(#)', 'string'],
  ...[
    'year',
    'month',
    'day',
    'dayOfWeek',
    'dayOfYear',
    'hours',
    'minutes',
    'seconds',
    'nanos',
    'toMillis',
  ].map((method) => ['int', `#.${method}()`, 'timestamp'] as const),
  ['timestamp', '#.date()', 'timestamp'],
  ['duration', '#.time()', 'timestamp'],
  ['int', '#.seconds()', 'duration'],
  ['int', '#.nanos()', 'duration'],
  ['float', '#.latitude()', 'latlng'],
  ['float', '#.longitude()', 'latlng'],
  ['float', '#.distance(#)', 'latlng', 'latlng'],
  ['int', 'math.abs(#)', 'int'],
  ['float', 'math.abs(#)', 'float'],
  ['float', 'math.ceil(#)', 'float'],
  ['float', 'math.floor(#)', 'float'],
  ['int', 'math.round(#)', 'float'],
  ['float', 'math.sqrt(#)', 'float'],
  ['float', 'math.pow(#, #)', 'float', 'int'],
  ['bool', 'math.isNaN(#)', 'float'],
  ['bool', 'math.isInfinite(#)', 'float'],
  ...['md5', 'sha256', 'crc32', 'crc32c'].map(
    (method) => ['bytes', `hashing.${method}(#)`, 'string'] as const,
  ),
  ['bytes', 'hashing.sha256(#)', 'bytes'],
  ['timestamp', 'timestamp.date(#, #, #)', 'int', 'int', 'int'],
  ['timestamp', 'timestamp.value(#)', 'int'],
  ['duration', "duration.value(#, 'h')", 'int'],
  ['duration', 'duration.value(#, #)', 'int', 'string'],
  ['duration', 'duration.time(#, #, #, #)', 'int', 'int', 'int', 'int'],
  ['duration', 'duration.abs(#)', 'duration'],
  ['latlng', 'latlng.value(#, #)', 'float', 'float'],
  ['string', 'string(#)', 'int'],
  ['string', 'string(#)', 'float'],
  ['string', 'string(#)', 'any'],
  ['string', 'string(#)', 'path'],
  ['int', 'int(#)', 'string'],
  ['int', 'int(#)', 'float'],
  ['float', 'float(#)', 'string'],
  ['float', 'float(#)', 'int'],
  ['map', 'get(#).data', 'lookup'],
  ['bool', 'exists(#)', 'lookup'],
  ['map', 'getAfter(#).data', 'lookup'],
  ['bool', 'existsAfter(#)', 'lookup'],
  ['list', '[#, #]', 'any', 'any'],
  ['map', "{'a': #, 'b': #}", 'any', 'any'],
  ['bool', 'same(#, #)', 'any', 'any'],
  ['any', 'first(#, #)', 'any', 'any'],
  ...['toLowerCase()', 'contains(#)', 'hasAll(#)', 'keys()', 'size()', 'get(#)', 'concat(#)'].map(
    (method) =>
      ['any', `#.${method}`, ...(method.includes('#') ? (['any', 'any'] as const) : (['any'] as const))] as [
        ValueType,
        string,
        ...ValueType[],
      ],
  ),
];

const TYPES = Object.keys(LEAVES) as ValueType[];
/** The percentage of operands with another type than the operation needs. */
const ILL_TYPED_PERCENT = 4;

const expressions = fc.letrec<{ readonly [type in ValueType]: string }>((tie) => {
  const operand = (type: ValueType): fc.Arbitrary<string> =>
    type === 'type'
      ? fc.constantFrom(...LEAVES.type)
      : fc.oneof(
          { weight: 100 - ILL_TYPED_PERCENT, arbitrary: tie(type) },
          { weight: ILL_TYPED_PERCENT, arbitrary: tie('any') },
        );
  return Object.fromEntries(
    TYPES.map((type) => {
      const leaf = fc.constantFrom(...LEAVES[type]);
      const operations = OPERATIONS.filter(([result]) => result === type).map(([, template, ...operands]) =>
        fc.tuple(...operands.map(operand)).map((texts) => {
          let index = 0;
          return `(${template.replace(/#/g, () => texts[index++] as string)})`;
        }),
      );
      const others =
        type === 'any'
          ? TYPES.filter((other) => !['any', 'type', 'lookup', 'pattern'].includes(other)).map((other) =>
              tie(other),
            )
          : [];
      const branches = [...operations, ...others];
      if (branches.length === 0) return [type, leaf];
      const branch = fc.oneof(...(branches as [fc.Arbitrary<string>]));
      const leafWeight = type === 'bool' ? 1 : 3;
      return [
        type,
        fc.oneof(
          { depthSize: 'small', withCrossShrink: true, maxDepth: 6 },
          { weight: leafWeight, arbitrary: leaf },
          { weight: 3, arbitrary: branch },
        ),
      ];
    }),
  ) as { [type in ValueType]: fc.Arbitrary<string> };
});

/** A condition. */
export const condition: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: expressions.bool },
  expressions.any,
);

/** Functions that conditions call. */
export const FUNCTIONS = `    function same(x, y) { return x == y; }
    function first(x, y) { let z = [x, y]; return z[0]; }`;
