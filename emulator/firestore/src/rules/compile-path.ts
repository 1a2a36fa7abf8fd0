/** Path literals as closures. */
import type { CompiledExpression } from './compiled-expression.ts';
import type { Expression, PathLiteral } from './syntax.ts';
import { RulesError, RulesPath, type RulesResult, type UnboundCapture } from './value.ts';
import { typeName } from './value-equality.ts';

type Part = string | UnboundCapture | { readonly inserted: CompiledExpression };

/** Compiles a path literal. What `$(...)` inserts is one segment, or all segments of a path. */
export function compilePath(
  node: PathLiteral,
  child: (expression: Expression) => CompiledExpression,
): CompiledExpression {
  const parts = node.segments.map((part): Part => {
    if (part.kind === 'expression') return { inserted: child(part.value) };
    if (part.kind === 'capture') return { capture: part.name };
    return part.parenthesized ? `(${part.text})` : part.text;
  });
  const cost = parts.reduce(
    (sum, part) => sum + (typeof part === 'object' && 'inserted' in part ? part.inserted.cost : 1),
    1,
  );
  return {
    cost,
    evaluate: (evaluation, locals) => {
      const segments: (string | UnboundCapture)[] = [];
      let failure: RulesError | undefined;
      for (const part of parts) {
        if (typeof part === 'string' || 'capture' in part) {
          segments.push(part);
          continue;
        }
        const added = insertedSegments(part.inserted.evaluate(evaluation, locals));
        if (added instanceof RulesError) failure ??= added;
        else segments.push(...added);
      }
      if (failure === undefined) return new RulesPath(segments);
      failure.location ??= node.location;
      return failure;
    },
  };
}

/** A string with a slash in it would name another document than the rule's author wrote. */
function insertedSegments(value: RulesResult): readonly (string | UnboundCapture)[] | RulesError {
  if (value instanceof RulesError) return value;
  if (typeof value === 'string') {
    return value === '' || value.includes('/')
      ? new RulesError(`Invalid path segment: '${value}'.`)
      : [value];
  }
  if (typeof value === 'bigint') return [String(value)];
  if (value instanceof RulesPath && !value.isPartial) return value.segments;
  return new RulesError(`Type error. Received: [${typeName(value)}] Expected: [string,path].`);
}
