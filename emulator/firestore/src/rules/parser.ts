/**
 * A rules file as a syntax tree. Owns the order of declarations and recovery: after a fault it goes on at the
 * next statement, so that one run names every broken statement. Meaning is the checker's business.
 */
import { ExpressionParser } from './expression-parser.ts';
import type { IssueList } from './issue.ts';
import { RulesSyntaxError, type Token, unexpectedToken } from './lexer.ts';
import { parseMatchPath } from './path-parser.ts';
import type { SourceText } from './source-text.ts';
import type {
  AllowStatement,
  Expression,
  FunctionDeclaration,
  LetBinding,
  MatchBlock,
  Name,
  RulesFile,
  ServiceBlock,
} from './syntax.ts';
import { TokenCursor } from './token-cursor.ts';

/** Deeper than the checker allows; stops a file of nothing but braces. */
const MAXIMUM_PARSED_MATCH_DEPTH = 50;

/** Parses a file; undefined, with issues, when its syntax is broken. */
export function parseRules(source: SourceText, issues: IssueList): RulesFile | undefined {
  try {
    return new Parser(source, issues).file();
  } catch (fault) {
    if (!(fault instanceof RulesSyntaxError)) throw fault;
    issues.error(fault.range, fault.description);
    return undefined;
  }
}

interface Members {
  readonly functions: FunctionDeclaration[];
  readonly matches: MatchBlock[];
  readonly allows: AllowStatement[];
}

class Parser {
  readonly #source: SourceText;
  readonly #issues: IssueList;
  readonly #cursor: TokenCursor;
  readonly #expressions: ExpressionParser;
  #matchDepth = 0;

  constructor(source: SourceText, issues: IssueList) {
    this.#source = source;
    this.#issues = issues;
    this.#cursor = new TokenCursor(source.text);
    this.#expressions = new ExpressionParser(source.text, this.#cursor);
  }

  file(): RulesFile {
    this.#cursor.seek(0);
    const version = this.#version();
    const functions: FunctionDeclaration[] = [];
    while (this.#cursor.at('function')) functions.push(...this.#function());
    const services: ServiceBlock[] = [];
    while (this.#cursor.at('service')) services.push(this.#service());
    if (!this.#cursor.isAtEnd()) throw unexpectedToken(this.#cursor.current);
    if (services.length === 0) {
      throw new RulesSyntaxError(
        this.#cursor.current,
        "Missing service: write 'service cloud.firestore { ... }'.",
      );
    }
    return { version, functions, services };
  }

  #version(): '1' | '2' {
    if (!this.#cursor.accept('rules_version')) return '1';
    this.#cursor.expect('=');
    const token = this.#cursor.current;
    if (token.kind !== 'string') throw unexpectedToken(token);
    if (token.value !== '1' && token.value !== '2') {
      throw new RulesSyntaxError(token, `Invalid rules_version ${token.text}: it is '1' or '2'.`);
    }
    this.#cursor.advance();
    this.#cursor.accept(';');
    return token.value;
  }

  #service(): ServiceBlock {
    const { start } = this.#cursor.expect('service');
    let name = this.#cursor.expectAnyName().text;
    while (this.#cursor.accept('.')) name += `.${this.#cursor.expectAnyName().text}`;
    const { functions, matches } = this.#members(['function', 'match']);
    return { kind: 'service', name, functions, matches, start, end: this.#cursor.previousEnd };
  }

  #match(): MatchBlock {
    const { start } = this.#cursor.expect('match');
    if (++this.#matchDepth > MAXIMUM_PARSED_MATCH_DEPTH) {
      throw new RulesSyntaxError(
        { start, end: start + 5 },
        'Maximum allowed match depth of 10 has been reached.',
      );
    }
    const pathStart = this.#cursor.current.start;
    const path = parseMatchPath(this.#source.text, this.#cursor);
    const pathRange = { start: pathStart, end: this.#cursor.previousEnd };
    const members = this.#members(['function', 'match', 'allow']);
    this.#matchDepth--;
    return { kind: 'match', path, pathRange, ...members, start, end: this.#cursor.previousEnd };
  }

  #members(kinds: readonly ('function' | 'match' | 'allow')[]): Members {
    const members: Members = { functions: [], matches: [], allows: [] };
    this.#cursor.expect('{');
    const depth = this.#matchDepth;
    while (!this.#cursor.at('}')) {
      const kind = kinds.find((word) => this.#cursor.at(word));
      try {
        if (kind === undefined) throw unexpectedToken(this.#cursor.current);
        if (kind === 'function') members.functions.push(...this.#function());
        else if (kind === 'match') members.matches.push(this.#match());
        else members.allows.push(this.#allow());
      } catch (fault) {
        this.#matchDepth = depth;
        this.#recover(fault);
      }
    }
    this.#cursor.expect('}');
    return members;
  }

  #allow(): AllowStatement {
    const { start } = this.#cursor.expect('allow');
    const methods: Name[] = [];
    do methods.push(this.#cursor.expectName());
    while (this.#cursor.accept(','));
    let condition: Expression | undefined;
    if (this.#cursor.accept(':')) {
      this.#cursor.expect('if');
      if (this.#cursor.at(';') || this.#cursor.at('}') || this.#cursor.isAtEnd()) {
        throw new RulesSyntaxError(this.#cursor.current, "Missing conditional expression after 'if'.");
      }
      condition = this.#expressions.parse();
    }
    const end = this.#cursor.previousEnd;
    this.#cursor.accept(';');
    return { kind: 'allow', methods, condition, start, end };
  }

  /** A function, or none when its body is broken: the body's fault is reported and its block skipped. */
  #function(): FunctionDeclaration[] {
    const { start } = this.#cursor.expect('function');
    const name = this.#cursor.expectName();
    this.#cursor.expect('(');
    const parameters: Name[] = [];
    if (!this.#cursor.at(')')) {
      do parameters.push(this.#cursor.expectName());
      while (this.#cursor.accept(','));
    }
    this.#cursor.expect(')');
    this.#cursor.expect('{');
    try {
      const bindings: LetBinding[] = [];
      while (this.#cursor.at('let')) bindings.push(this.#let());
      this.#cursor.expect('return');
      const result = this.#expressions.parse();
      this.#cursor.accept(';');
      this.#cursor.expect('}');
      return [
        {
          kind: 'function',
          name,
          parameters,
          bindings,
          returnExpression: result,
          start,
          end: this.#cursor.previousEnd,
        },
      ];
    } catch (fault) {
      this.#report(fault);
      this.#skipTo((token) => token.text === '}');
      this.#step();
      return [];
    }
  }

  #let(): LetBinding {
    const { start } = this.#cursor.expect('let');
    const name = this.#cursor.expectName();
    this.#cursor.expect('=');
    const value = this.#expressions.parse();
    this.#cursor.expect(';');
    return { name, value, start, end: this.#cursor.previousEnd };
  }

  /** Reports a fault and moves to where the next statement can begin; a fault at the end of the file is final. */
  #recover(fault: unknown): void {
    this.#report(fault);
    const faulty = this.#cursor.current;
    this.#skipTo(
      (token) => token.text === '}' || (token !== faulty && /^(?:allow|match|function)$/.test(token.text)),
    );
  }

  #report(fault: unknown): void {
    if (!(fault instanceof RulesSyntaxError) || this.#cursor.isAtEnd()) throw fault;
    this.#issues.error(fault.range, fault.description);
    this.#expressions.reset();
  }

  /** Skips tokens, whole blocks at a time, to the first that is wanted. */
  #skipTo(isWanted: (token: Token) => boolean): void {
    for (let depth = 0; ; this.#step()) {
      const token = this.#cursor.current;
      if (token.kind === 'end') throw unexpectedToken(token);
      if (depth <= 0 && isWanted(token)) return;
      if (token.text === '{') depth++;
      if (token.text === '}') depth--;
    }
  }

  /** Moves one token on, over text that spells none. */
  #step(): void {
    try {
      this.#cursor.advance();
    } catch (fault) {
      if (!(fault instanceof RulesSyntaxError)) throw fault;
    }
  }
}
