import type { Expression } from './syntax/syntax.ts';

/** Prints an expression with parentheses around each operation. */
export function printExpression(node: Expression): string {
  switch (node.kind) {
    case 'literal':
      return typeof node.value === 'string' ? JSON.stringify(node.value) : String(node.value);
    case 'regex':
      return `/${node.pattern}/${node.flags}`;
    case 'array':
      return `[${node.elements.map(printExpression).join(', ')}]`;
    case 'variable':
      return node.name;
    case 'member':
      return `${operand(node.object)}.${node.name.text}`;
    case 'index':
      return `${operand(node.object)}[${printExpression(node.key)}]`;
    case 'call':
      return `${operand(node.callee)}(${node.args.map(printExpression).join(', ')})`;
    case 'unary':
      return `${node.operator} ${operand(node.operand)}`;
    case 'binary':
      return `${operand(node.left)} ${node.operator} ${operand(node.right)}`;
    case 'ternary':
      return `${operand(node.condition)} ? ${operand(node.whenTrue)} : ${operand(node.whenFalse)}`;
  }
}

function operand(node: Expression): string {
  return `(${printExpression(node)})`;
}
