import type { Expression, PathLiteral } from '../syntax/syntax.ts';
import type { CompiledExpression } from './compiled-expression.ts';
/** Compiles a path literal. `$(...)` inserts one segment, or all segments of a path. */
export declare function compilePath(node: PathLiteral, child: (expression: Expression) => CompiledExpression): CompiledExpression;
