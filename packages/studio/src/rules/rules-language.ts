// Syntax highlighting for rules, with a tokenizer that handles one line at a time.
import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

const KEYWORDS = new Set([
  'service',
  'match',
  'allow',
  'if',
  'function',
  'return',
  'let',
  'rules_version',
  'in',
  'is',
]);
const METHODS = new Set(['read', 'write', 'get', 'list', 'create', 'update', 'delete']);
const CONSTANTS = new Set(['true', 'false', 'null']);
const GLOBALS = new Set(['request', 'resource', 'exists', 'getAfter', 'existsAfter', 'debug']);

interface State {
  isInComment: boolean;
  /** Between `allow` and `:` or `;`, names are request methods. */
  isInMethods: boolean;
}

const STYLES = {
  keyword: 'keyword',
  method: 'atom',
  constant: 'bool',
  global: 'variableName.special',
} as const;

/** The CodeMirror style of a line's next token; null for none. */
export function readToken(stream: StringStream, state: State): string | null {
  if (state.isInComment || stream.match('/*')) {
    state.isInComment = !stream.match(/^.*?\*\//);
    if (state.isInComment) stream.skipToEnd();
    return 'comment';
  }
  if (stream.eatSpace()) return null;
  if (stream.match('//')) {
    stream.skipToEnd();
    return 'comment';
  }
  if (stream.match(/^(['"])(?:\\.|(?!\1).)*\1?/)) return 'string';
  if (stream.match(/^\d+(?:\.\d+)?/)) return 'number';
  const name = stream.match(/^[A-Za-z_]\w*/);
  if (Array.isArray(name)) return nameStyle(name[0] as string, state);
  const character = stream.next();
  if (character === ':' || character === ';') state.isInMethods = false;
  return null;
}

function nameStyle(name: string, state: State): string | null {
  if (name === 'allow') state.isInMethods = true;
  if (state.isInMethods && METHODS.has(name)) return STYLES.method;
  if (KEYWORDS.has(name)) return STYLES.keyword;
  if (CONSTANTS.has(name)) return STYLES.constant;
  return GLOBALS.has(name) ? STYLES.global : null;
}

const colors = HighlightStyle.define([
  { tag: tags.keyword, class: 'tok-keyword' },
  { tag: tags.atom, class: 'tok-method' },
  { tag: [tags.bool, tags.number], class: 'tok-constant' },
  { tag: tags.string, class: 'tok-string' },
  { tag: tags.comment, class: 'tok-comment' },
  { tag: tags.special(tags.variableName), class: 'tok-global' },
]);

/** The rules language with its highlighting. */
export const rulesLanguage = [
  StreamLanguage.define<State>({
    name: 'firebase-rules',
    startState: () => ({ isInComment: false, isInMethods: false }),
    copyState: (state) => ({ ...state }),
    token: readToken,
    languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
  }),
  syntaxHighlighting(colors),
];
