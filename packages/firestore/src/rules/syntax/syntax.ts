/** The syntax tree of a rules file. */
import type { SourceRange } from '@savepoint/server/rules/source-text';

interface SyntaxNode extends SourceRange {
  /** The token that the official tools report as the position of an error in this node. */
  readonly location: SourceRange;
}

/** A name in the source. */
export interface Name extends SourceRange {
  readonly text: string;
}

export type LiteralValue = null | boolean | bigint | number | string | Uint8Array;

export type BinaryOperator =
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

interface Literal extends SyntaxNode {
  readonly kind: 'literal';
  readonly value: LiteralValue;
}
export interface Identifier extends SyntaxNode {
  readonly kind: 'identifier';
  readonly name: string;
}
interface Parenthesized extends SyntaxNode {
  readonly kind: 'parenthesized';
  readonly inner: Expression;
}
interface Member extends SyntaxNode {
  readonly kind: 'member';
  readonly object: Expression;
  readonly name: Name;
}
interface Index extends SyntaxNode {
  readonly kind: 'index';
  readonly object: Expression;
  readonly key: Expression;
}
interface Slice extends SyntaxNode {
  readonly kind: 'slice';
  readonly object: Expression;
  readonly from: Expression;
  /** If absent: up to the end. */
  readonly to: Expression | undefined;
}
export interface Call extends SyntaxNode {
  readonly kind: 'call';
  readonly name: Name;
  readonly args: readonly Expression[];
}
export interface MethodCall extends SyntaxNode {
  readonly kind: 'methodCall';
  readonly receiver: Expression;
  readonly name: Name;
  readonly args: readonly Expression[];
}
interface Unary extends SyntaxNode {
  readonly kind: 'unary';
  readonly operator: '!' | '-';
  readonly operand: Expression;
}
export interface Binary extends SyntaxNode {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}
interface TypeTest extends SyntaxNode {
  readonly kind: 'is';
  readonly operand: Expression;
  readonly type: Name;
}
export interface Ternary extends SyntaxNode {
  readonly kind: 'ternary';
  readonly condition: Expression;
  readonly whenTrue: Expression;
  readonly whenFalse: Expression;
}
export interface ListLiteral extends SyntaxNode {
  readonly kind: 'list';
  readonly elements: readonly Expression[];
}
export interface MapLiteral extends SyntaxNode {
  readonly kind: 'map';
  readonly entries: readonly { readonly key: Expression; readonly value: Expression }[];
}
/** A segment of a path literal: `word` or `(word)`, `{name}` or `{name=**}`, `$(expression)`. */
export type PathSegment =
  | { readonly kind: 'literal'; readonly text: string; readonly parenthesized: boolean }
  | { readonly kind: 'capture'; readonly name: string; readonly recursive: boolean }
  | { readonly kind: 'expression'; readonly value: Expression };
export interface PathLiteral extends SyntaxNode {
  readonly kind: 'path';
  readonly segments: readonly PathSegment[];
}

export type Expression =
  | Literal
  | Identifier
  | Parenthesized
  | Member
  | Index
  | Slice
  | Call
  | MethodCall
  | Unary
  | Binary
  | TypeTest
  | Ternary
  | ListLiteral
  | MapLiteral
  | PathLiteral;

/** `let name = value;` */
export interface LetBinding extends SourceRange {
  readonly name: Name;
  readonly value: Expression;
}
/** `function name(parameters) { bindings return returnExpression; }` */
export interface FunctionDeclaration extends SourceRange {
  readonly kind: 'function';
  readonly name: Name;
  readonly parameters: readonly Name[];
  readonly bindings: readonly LetBinding[];
  readonly returnExpression: Expression;
}
/** A segment of the path of a match statement: `word` or `(word)`, `{name}` or `{name=**}`. */
export type MatchSegment =
  | ({ readonly kind: 'literal'; readonly text: string; readonly parenthesized: boolean } & SourceRange)
  | ({
      readonly kind: 'wildcard';
      readonly name: string;
      readonly nameRange: SourceRange;
      readonly recursive: boolean;
    } & SourceRange);
/** `allow methods: if condition;` */
export interface AllowStatement extends SourceRange {
  readonly kind: 'allow';
  readonly methods: readonly Name[];
  /** If absent: grants unconditionally. */
  readonly condition: Expression | undefined;
}
/** `match path { ... }` */
export interface MatchBlock extends SourceRange {
  readonly kind: 'match';
  readonly path: readonly MatchSegment[];
  readonly pathRange: SourceRange;
  readonly functions: readonly FunctionDeclaration[];
  readonly matches: readonly MatchBlock[];
  readonly allows: readonly AllowStatement[];
}
/** `service name { ... }` */
export interface ServiceBlock extends SourceRange {
  readonly kind: 'service';
  readonly name: string;
  readonly nameRange: SourceRange;
  readonly functions: readonly FunctionDeclaration[];
  readonly matches: readonly MatchBlock[];
}
/** A complete rules file. */
export interface RulesFile {
  readonly version: '1' | '2';
  readonly functions: readonly FunctionDeclaration[];
  readonly services: readonly ServiceBlock[];
}

/** The direct children of an expression, in evaluation order. */
export function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'literal':
    case 'identifier':
      return [];
    case 'parenthesized':
      return [node.inner];
    case 'member':
      return [node.object];
    case 'index':
      return [node.object, node.key];
    case 'slice':
      return node.to === undefined ? [node.object, node.from] : [node.object, node.from, node.to];
    case 'call':
      return node.args;
    case 'methodCall':
      return [node.receiver, ...node.args];
    case 'unary':
    case 'is':
      return [node.operand];
    case 'binary':
      return node.operator === 'in' ? [node.right, node.left] : [node.left, node.right];
    case 'ternary':
      return [node.condition, node.whenTrue, node.whenFalse];
    case 'list':
      return node.elements;
    case 'map':
      return node.entries.flatMap((entry) => [entry.key, entry.value]);
    case 'path':
      return node.segments.flatMap((part) => (part.kind === 'expression' ? [part.value] : []));
  }
}
