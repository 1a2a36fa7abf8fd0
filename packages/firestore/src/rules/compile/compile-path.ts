import { stringify } from '../runtime/conversion.ts';
import { RulesError, RulesPath, type RulesResult, type UnboundCapture } from '../runtime/value.ts';
import { typeName } from '../runtime/value-equality.ts';
import type { Expression, PathLiteral } from '../syntax/syntax.ts';
import type { CompiledExpression } from './compiled-expression.ts';

type CompiledSegment = string | UnboundCapture | { readonly interpolated: CompiledExpression };

/** Compiles a path literal. `$(...)` inserts one segment, or all segments of a path. */
export function compilePath(
  node: PathLiteral,
  child: (expression: Expression) => CompiledExpression,
): CompiledExpression {
  const compiledSegments = node.segments.map((segment): CompiledSegment => {
    if (segment.kind === 'expression') return { interpolated: child(segment.value) };
    if (segment.kind === 'capture') return { capture: segment.name, isRecursive: segment.recursive };
    return segment.parenthesized ? `(${segment.text})` : segment.text;
  });
  const cost = compiledSegments.reduce(
    (sum, segment) =>
      sum + (typeof segment === 'object' && 'interpolated' in segment ? segment.interpolated.cost : 1),
    1,
  );
  return {
    cost,
    evaluate: (evaluation, locals) => {
      const segments: (string | UnboundCapture)[] = [];
      let failure: RulesError | undefined;
      for (const segment of compiledSegments) {
        if (typeof segment === 'string' || 'capture' in segment) {
          segments.push(segment);
          continue;
        }
        const added = interpolatedSegments(segment.interpolated.evaluate(evaluation, locals));
        if (added instanceof RulesError) failure ??= added;
        else segments.push(...added);
      }
      if (failure === undefined) return new RulesPath(segments);
      failure.location ??= node.location;
      return failure;
    },
  };
}

/**
 * The segments that `$(value)` inserts. A string that contains a slash is an error: the rule
 * intends one segment, and no document has an id with a slash.
 */
function interpolatedSegments(value: RulesResult): readonly (string | UnboundCapture)[] | RulesError {
  if (value instanceof RulesError) return value;
  if (value instanceof RulesPath && !value.isPartial) return value.segments;
  const text = value instanceof RulesPath ? undefined : stringify(value);
  if (text !== undefined) {
    return text === '' || text.includes('/') ? new RulesError(`Invalid path segment: '${text}'.`) : [text];
  }
  return new RulesError(`Type error. Received: [${typeName(value)}] Expected: [string,path].`);
}
