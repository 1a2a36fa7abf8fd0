// Partial responses of Google's APIs: `fields=items(name,metadata/owner),nextPageToken`
// (https://cloud.google.com/storage/docs/json_api#partial-response).

/** The fields selected by `fields`, by name; an empty selection means the whole value. */
interface Selection extends Map<string, Selection> {}

/** Undefined if `fields` is malformed. */
export function parseFields(fields: string): Selection | undefined {
  const tokens: string[] = fields.match(/[^,()/]+|[,()/]/g) ?? [];
  const tree: Selection = new Map();
  return readList(tokens, tree) && tokens.length === 0 ? tree : undefined;
}

/** Parses a list of fields from the tokens into the tree. */
function readList(tokens: string[], tree: Selection): boolean {
  do if (!readField(tokens, tree)) return false;
  while (tokens[0] === ',' && tokens.shift());
  return true;
}

function readField(tokens: string[], tree: Selection): boolean {
  const name = tokens.shift();
  if (name === undefined || /^[,()/]$/.test(name)) return false;
  const below: Selection = tree.get(name) ?? new Map();
  tree.set(name, below);
  if (tokens[0] !== '/' && tokens[0] !== '(') return true;
  return tokens.shift() === '/'
    ? readField(tokens, below)
    : readList(tokens, below) && tokens.shift() === ')';
}

/** The part of a response selected by a tree. */
export function select(value: unknown, tree: Selection): unknown {
  if (tree.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => select(item, tree));
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const below = tree.get(name) ?? tree.get('*');
    return below === undefined ? [] : [[name, select(item, below)]];
  });
  return Object.fromEntries(entries);
}
