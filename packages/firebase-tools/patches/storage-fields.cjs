// Partial responses of Google's APIs: `fields=items(name,metadata/owner),nextPageToken`
// (https://cloud.google.com/storage/docs/json_api#partial-response).

/**
 * What `fields` selects, by name; an empty map for all of it. Undefined when `fields` has another
 * form.
 * @param {string} fields
 * @returns {Map<string, Map> | undefined}
 */
function parseFields(fields) {
  const tokens = fields.match(/[^,()/]+|[,()/]/g) ?? [];
  const tree = new Map();
  return readList(tokens, tree) && tokens.length === 0 ? tree : undefined;
}

/** Moves a list from the tokens to the tree. */
function readList(tokens, tree) {
  do if (!readField(tokens, tree)) return false;
  while (tokens[0] === ',' && tokens.shift());
  return true;
}

function readField(tokens, tree) {
  const name = tokens.shift();
  if (name === undefined || /^[,()/]$/.test(name)) return false;
  const below = tree.get(name) ?? new Map();
  tree.set(name, below);
  if (tokens[0] !== '/' && tokens[0] !== '(') return true;
  return tokens.shift() === '/'
    ? readField(tokens, below)
    : readList(tokens, below) && tokens.shift() === ')';
}

/** The part of a response that a tree selects. */
function select(value, tree) {
  if (tree.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => select(item, tree));
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const below = tree.get(name) ?? tree.get('*');
    return below === undefined ? [] : [[name, select(item, below)]];
  });
  return Object.fromEntries(entries);
}

module.exports = { parseFields, select };
