/** Path literals as closures. */
import type { Compiled } from './compiled.ts';
import type { Expression, PathLiteral } from './syntax.ts';
import { RulesError, RulesPath, type RulesResult, type UnboundSegment } from './value.ts';
import { typeName } from './value-equality.ts';

type Part = string | UnboundSegment | { readonly inserted: Compiled };

/** Compiles a path literal. What `$(...)` inserts is one segment, or all segments of a path. */
export function compilePath(node: PathLiteral, child: (expression: Expression) => Compiled): Compiled {
  const parts = node.parts.map((part): Part => {
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
      const segments: (string | UnboundSegment)[] = [];
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
      failure.at ??= node.anchor;
      return failure;
    },
  };
}

/** A string with a slash in it would name another document than the rule's author wrote. */
function insertedSegments(value: RulesResult): readonly (string | UnboundSegment)[] | RulesError {
  if (value instanceof RulesError) return value;
  if (typeof value === 'string') {
    return value === '' || value.includes('/')
      ? new RulesError(`Invalid path segment: '${value}'.`)
      : [value];
  }
  if (typeof value === 'bigint') return [String(value)];
  if (value instanceof RulesPath && !value.isOpen) return value.segments;
  return new RulesError(`Type error. Received: [${typeName(value)}] Expected: [string,path].`);
}
