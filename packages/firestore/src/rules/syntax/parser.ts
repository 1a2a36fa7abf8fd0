/**
 * Parses a rules file to a syntax tree. After a syntax error the parser resumes at the next
 * statement, so that all broken statements are reported at once.
 */

import type { IssueList } from '@savepoint/server/rules/issue';
import type { SourceText } from '@savepoint/server/rules/source-text';
import { RulesSyntaxError } from '@savepoint/server/rules/syntax-error';
import { ExpressionParser } from './expression-parser.ts';
import { type Token, unexpectedToken } from './lexer.ts';
import { parseMatchPath } from './path-parser.ts';
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

/** Higher than the checker's limit; bounds the parser's recursion. */
const MAXIMUM_PARSED_MATCH_DEPTH = 50;

/**
 * Parses a file and reports its syntax errors. Undefined if the parser could not recover from an
 * error.
 */
export function parseRules(source: SourceText, issues: IssueList): RulesFile | undefined {
  try {
    return new Parser(source, issues).file();
  } catch (error) {
    if (!(error instanceof RulesSyntaxError)) throw error;
    issues.error(error.range, error.description);
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
    const services: ServiceBlock[] = [];
    while (!this.#cursor.isAtEnd()) {
      if (this.#cursor.at('function')) functions.push(...this.#function());
      else if (this.#cursor.at('service')) services.push(this.#service());
      else throw unexpectedToken(this.#cursor.current);
    }
    if (services.length === 0 && functions.length === 0) {
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
    const nameStart = this.#cursor.current.start;
    let name = this.#cursor.expectAnyName().text;
    while (this.#cursor.accept('.')) name += `.${this.#cursor.expectAnyName().text}`;
    const nameRange = { start: nameStart, end: this.#cursor.previousEnd };
    const { functions, matches } = this.#members('service', ['function', 'match']);
    return { kind: 'service', name, nameRange, functions, matches, start, end: this.#cursor.previousEnd };
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
    const members = this.#members('match', ['function', 'match', 'allow']);
    this.#matchDepth--;
    return { kind: 'match', path, pathRange, ...members, start, end: this.#cursor.previousEnd };
  }

  #members(block: 'service' | 'match', kinds: readonly ('function' | 'match' | 'allow')[]): Members {
    const members: Members = { functions: [], matches: [], allows: [] };
    this.#cursor.expect('{');
    const depth = this.#matchDepth;
    if (this.#cursor.at('}')) {
      this.#issues.error(this.#cursor.current, `The '${block}' body must contain at least one declaration.`);
    }
    while (!this.#cursor.at('}')) {
      const kind = kinds.find((word) => this.#cursor.at(word));
      try {
        if (kind === undefined) throw unexpectedToken(this.#cursor.current);
        if (kind === 'function') members.functions.push(...this.#function());
        else if (kind === 'match') members.matches.push(this.#match());
        else members.allows.push(this.#allow());
      } catch (error) {
        this.#matchDepth = depth;
        this.#recover(error);
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

  /**
   * Parses a function. When its body has an error, reports it, skips the body and returns no
   * function.
   */
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
    } catch (error) {
      this.#report(error);
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

  /**
   * Reports an error and moves to the start of the next statement. Rethrows an error at the end of
   * the file.
   */
  #recover(error: unknown): void {
    this.#report(error);
    const failedToken = this.#cursor.current;
    this.#skipTo(
      (token) =>
        token.text === '}' || (token !== failedToken && /^(?:allow|match|function)$/.test(token.text)),
    );
  }

  #report(error: unknown): void {
    if (!(error instanceof RulesSyntaxError) || this.#cursor.isAtEnd()) throw error;
    this.#issues.error(error.range, error.description);
    this.#expressions.reset();
  }

  /** Skips tokens and complete blocks up to the first token that matches. */
  #skipTo(matches: (token: Token) => boolean): void {
    for (let depth = 0; ; this.#step()) {
      const token = this.#cursor.current;
      if (token.kind === 'end') throw unexpectedToken(token);
      if (depth <= 0 && matches(token)) return;
      if (token.text === '{') depth++;
      if (token.text === '}') depth--;
    }
  }

  /** Advances by one token, skipping text that is not a token. */
  #step(): void {
    try {
      this.#cursor.advance();
    } catch (error) {
      if (!(error instanceof RulesSyntaxError)) throw error;
    }
  }
}
