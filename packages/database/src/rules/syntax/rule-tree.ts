/** The tree of a rules file: its nodes and rules, before they are checked. */
import type { IssueList } from '@savepoint/server/rules/issue';
import type { SourceRange, SourceText } from '@savepoint/server/rules/source-text';
import { RulesSyntaxError } from '@savepoint/server/rules/syntax-error';
import { type JsonMember, type JsonString, type JsonValue, readJson, sourceOffset } from './json-source.ts';
import { parseExpression } from './parser.ts';
import type { Expression } from './syntax.ts';

export type RuleKind = 'read' | 'write' | 'validate';

/** A `.read`, `.write` or `.validate`. */
export interface Rule {
  readonly kind: RuleKind;
  readonly node: RuleNode;
  /** The decoded expression. Ranges of the expression are offsets into it. */
  readonly text: string;
  readonly expression: Expression;
  /** Converts a range in `text` to a range in the file. */
  readonly range: (range: SourceRange) => SourceRange;
}

/** A node of the rules: the rules of a location, and its children. */
export interface RuleNode {
  /** `$name` stands for keys that no sibling names. */
  readonly path: readonly string[];
  readonly rules: Partial<Record<RuleKind, Rule>>;
  /** Child paths, or `.value`. */
  indexOn: readonly string[];
  readonly children: Map<string, RuleNode>;
  wildcard: RuleNode | undefined;
  /** The `$names` of the path, outermost first. */
  readonly captures: readonly string[];
}

const INVALID_INDEX = 'Invalid indexOn expression. Must be either a string or an array of strings';
/** No key of the data has one of these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys may not have them
const NOT_IN_KEYS = /[.#$[\]/\u0000-\u001f\u007f]/;

/**
 * Parses the tree of a file and its rules. Undefined if the text is not an object with `rules`.
 * Other errors are added to `issues`, and the affected parts are omitted.
 */
export function readRuleTree(source: SourceText, issues: IssueList): RuleNode | undefined {
  let json: JsonValue;
  try {
    json = readJson(source.text);
  } catch (error) {
    if (!(error instanceof RulesSyntaxError)) throw error;
    issues.error(error.range, error.description);
    return undefined;
  }
  const rules = json.kind === 'object' ? json.members.findLast(({ key }) => key.text === 'rules') : undefined;
  if (rules === undefined || json.kind !== 'object') {
    const start = json.start + (json.kind === 'object' ? 1 : 0);
    issues.error({ start, end: start + 1 }, "Expected 'rules' property.");
    return undefined;
  }
  for (const { key } of json.members) {
    if (key.text !== 'rules') {
      issues.error(key, `Unexpected property '${key.text}': 'rules' is the only property of a file.`);
    }
  }
  return new TreeReader(issues).node([], [], rules.value);
}

class TreeReader {
  readonly #issues: IssueList;

  constructor(issues: IssueList) {
    this.#issues = issues;
  }

  node(path: readonly string[], captures: readonly string[], json: JsonValue): RuleNode {
    const node: RuleNode = {
      path,
      rules: {},
      indexOn: [],
      children: new Map(),
      wildcard: undefined,
      captures,
    };
    if (json.kind !== 'object') {
      const name = path.at(-1) ?? 'rules';
      this.#issues.error(json, `Expected an object with the rules of '${name}'.`);
      return node;
    }
    this.#warnOfDuplicates(json.members);
    for (const member of json.members) this.#member(node, member);
    return node;
  }

  #warnOfDuplicates(members: readonly JsonMember[]): void {
    const seen = new Set<string>();
    for (const { key } of members) {
      if (seen.has(key.text))
        this.#issues.warning(key, `'${key.text}' is defined twice: the last one applies.`);
      seen.add(key.text);
    }
  }

  #member(node: RuleNode, { key, value }: JsonMember): void {
    const { text } = key;
    if (text === '.read' || text === '.write' || text === '.validate') {
      const kind = text.slice(1) as RuleKind;
      const rule = this.#rule(node, kind, value);
      if (rule !== undefined) node.rules[kind] = rule;
    } else if (text === '.indexOn') {
      node.indexOn = this.#index(value);
    } else if (text.startsWith('.')) {
      this.#issues.error(key, `Unknown rule '${text}': expected .read, .write, .validate or .indexOn.`);
    } else if (text.startsWith('$')) {
      this.#wildcard(node, key, value);
    } else {
      if (NOT_IN_KEYS.test(text) || text === '') {
        this.#issues.warning(key, `'${text}' is not a valid key, so these rules never apply.`);
      }
      node.children.set(text, this.node([...node.path, text], node.captures, value));
    }
  }

  #wildcard(node: RuleNode, key: JsonString, value: JsonValue): void {
    const { text } = key;
    if (!/^\$[A-Za-z_]\w*$/.test(text)) {
      this.#issues.error(key, `Invalid variable '${text}': a name must follow the $.`);
    } else if (node.captures.includes(text)) {
      this.#issues.error(key, `'${text}' is already the variable of a node above.`);
    } else if (node.wildcard !== undefined && node.wildcard.path.at(-1) !== text) {
      this.#issues.error(
        key,
        `A node can have only one variable: it already has '${node.wildcard.path.at(-1)}'.`,
      );
    } else {
      node.wildcard = this.node([...node.path, text], [...node.captures, text], value);
    }
  }

  #index(value: JsonValue): readonly string[] {
    const items = value.kind === 'array' ? value.items : [value];
    const paths = items.flatMap((item) => (item.kind === 'string' && item.text !== '' ? [item.text] : []));
    if (paths.length === items.length) return paths.map((path) => path.split('/').filter(Boolean).join('/'));
    this.#issues.error(value, INVALID_INDEX);
    return [];
  }

  #rule(node: RuleNode, kind: RuleKind, value: JsonValue): Rule | undefined {
    if (value.kind === 'boolean') {
      const text = String(value.value);
      const range = ({ start, end }: SourceRange) => ({ start: value.start + start, end: value.start + end });
      const expression = { kind: 'literal', value: value.value, start: 0, end: text.length } as const;
      return { kind, node, text, expression, range };
    }
    if (value.kind !== 'string') {
      this.#issues.error(value, `.${kind} must be a string or a boolean.`);
      return undefined;
    }
    const range = (inner: SourceRange): SourceRange => rangeInFile(value, inner);
    try {
      return { kind, node, text: value.text, expression: parseExpression(value.text), range };
    } catch (error) {
      if (!(error instanceof RulesSyntaxError)) throw error;
      this.#issues.error(range(error.range), error.description);
      return undefined;
    }
  }
}

function rangeInFile(value: JsonString, { start, end }: SourceRange): SourceRange {
  const from = sourceOffset(value, start);
  return { start: from, end: Math.max(from + 1, sourceOffset(value, end)) };
}

/** All rules at and below a node, in file order. */
export function rulesOf(node: RuleNode): readonly Rule[] {
  const { read, write, validate } = node.rules;
  const own = [read, write, validate].filter((rule) => rule !== undefined);
  const below = [...node.children.values(), ...(node.wildcard === undefined ? [] : [node.wildcard])];
  return [...own, ...below.flatMap(rulesOf)];
}

/** The name of a rule: `.write of /users/$uid`. */
export function ruleName({ kind, node }: Rule): string {
  return `.${kind} of /${node.path.join('/')}`;
}
