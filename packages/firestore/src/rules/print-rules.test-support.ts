/** Prints a syntax tree as text that parses back to the same tree. */
import { quoteBytes, quoteString } from './syntax/string-literal.ts';
import type {
  AllowStatement,
  Expression,
  FunctionDeclaration,
  LiteralValue,
  MatchBlock,
  MatchSegment,
  PathSegment,
  RulesFile,
  ServiceBlock,
} from './syntax/syntax.ts';

/** Prints a rules file. */
export function printRules(file: RulesFile): string {
  const version = file.version === '2' ? ["rules_version = '2';"] : [];
  const functions = file.functions.map((declaration) => printFunction(declaration, 0));
  return [...version, ...functions, ...file.services.map(printService), ''].join('\n');
}

function indent(depth: number): string {
  return '  '.repeat(depth);
}

function printService({ name, functions, matches }: ServiceBlock): string {
  const members = [
    ...functions.map((declaration) => printFunction(declaration, 1)),
    ...matches.map((match) => printMatch(match, 1)),
  ];
  return [`service ${name} {`, ...members, '}'].join('\n');
}

function printMatch({ path, functions, allows, matches }: MatchBlock, depth: number): string {
  const members = [
    ...functions.map((declaration) => printFunction(declaration, depth + 1)),
    ...allows.map((allow) => printAllow(allow, depth + 1)),
    ...matches.map((match) => printMatch(match, depth + 1)),
  ];
  const segments = path.map(printSegment).join('');
  return [`${indent(depth)}match ${segments} {`, ...members, `${indent(depth)}}`].join('\n');
}

function printSegment(segment: MatchSegment): string {
  if (segment.kind === 'wildcard') return `/{${segment.name}${segment.recursive ? '=**' : ''}}`;
  return segment.parenthesized ? `/(${segment.text})` : `/${segment.text}`;
}

function printAllow({ methods, condition }: AllowStatement, depth: number): string {
  const names = methods.map(({ text }) => text).join(', ');
  return `${indent(depth)}allow ${names}${condition === undefined ? '' : `: if ${printExpression(condition)}`};`;
}

function printFunction(
  { name, parameters, bindings, returnExpression }: FunctionDeclaration,
  depth: number,
): string {
  return [
    `${indent(depth)}function ${name.text}(${parameters.map(({ text }) => text).join(', ')}) {`,
    ...bindings.map(
      (binding) => `${indent(depth + 1)}let ${binding.name.text} = ${printExpression(binding.value)};`,
    ),
    `${indent(depth + 1)}return ${printExpression(returnExpression)};`,
    `${indent(depth)}}`,
  ].join('\n');
}

/** Prints an expression. Parentheses are nodes of the tree, so none are added. */
function printExpression(node: Expression): string {
  const list = (nodes: readonly Expression[]): string => nodes.map(printExpression).join(', ');
  switch (node.kind) {
    case 'literal':
      return printLiteral(node.value);
    case 'identifier':
      return node.name;
    case 'parenthesized':
      return `(${printExpression(node.inner)})`;
    case 'member':
      return `${printExpression(node.object)}.${node.name.text}`;
    case 'index':
      return `${printExpression(node.object)}[${printExpression(node.key)}]`;
    case 'slice':
      return `${printExpression(node.object)}[${printExpression(node.from)} : ${node.to === undefined ? '' : printExpression(node.to)}]`;
    case 'call':
      return `${node.name.text}(${list(node.args)})`;
    case 'methodCall':
      return `${printExpression(node.receiver)}.${node.name.text}(${list(node.args)})`;
    case 'unary':
      return `${node.operator}${printExpression(node.operand)}`;
    case 'binary':
      return `${printExpression(node.left)} ${node.operator} ${printExpression(node.right)}`;
    case 'is':
      return `${printExpression(node.operand)} is ${node.type.text}`;
    case 'ternary':
      return `${printExpression(node.condition)} ? ${printExpression(node.whenTrue)} : ${printExpression(node.whenFalse)}`;
    case 'list':
      return `[${list(node.elements)}]`;
    case 'map':
      return `{${node.entries.map(({ key, value }) => `${printExpression(key)} : ${printExpression(value)}`).join(', ')}}`;
    case 'path':
      return node.segments.map(printPathSegment).join('');
  }
}

function printPathSegment(segment: PathSegment): string {
  if (segment.kind === 'expression') return `/$(${printExpression(segment.value)})`;
  if (segment.kind === 'capture') return `/{${segment.name}${segment.recursive ? '=**' : ''}}`;
  return segment.parenthesized ? `/(${segment.text})` : `/${segment.text}`;
}

function printLiteral(value: LiteralValue): string {
  if (typeof value === 'string') return quoteString(value);
  if (typeof value === 'number') return printFloat(value);
  return value instanceof Uint8Array ? quoteBytes(value) : String(value);
}

/** A float literal must have a fraction, even before an exponent. */
function printFloat(value: number): string {
  const [digits = '0', exponent] = String(value).split('e');
  const fraction = digits.includes('.') ? digits : `${digits}.0`;
  return exponent === undefined ? fraction : `${fraction}e${exponent}`;
}
