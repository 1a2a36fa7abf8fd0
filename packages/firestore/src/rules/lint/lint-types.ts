/**
 * Warnings of the type check: operations that always fail, and comparisons that always have the
 * same result. Types are known for literals, for results of operators and built-ins, and for
 * `request` and `resource`, but not for fields.
 */

import type { IssueList } from '@savepoint/server/rules/issue';
import { isNamespace } from '../compile/compiled-expression.ts';
import type { Overload } from '../runtime/builtin.ts';
import { CONVERSIONS } from '../runtime/conversion.ts';
import { methodsNamed } from '../runtime/methods.ts';
import { NAMESPACES } from '../runtime/namespaces.ts';
import { crossServiceLookup, type RulesService } from '../runtime/rules-service.ts';
import { typeName } from '../runtime/value-equality.ts';
import { type Declarations, rootExpressions } from '../syntax/declarations.ts';
import { isVariable, type Scope } from '../syntax/scope.ts';
import type { Binary, Call, Expression, FunctionDeclaration, MethodCall, Ternary } from '../syntax/syntax.ts';
import {
  mayBe,
  mayBeEqual,
  memberType,
  operationType,
  parameterTypes,
  resultType,
  type StaticType,
  unionOf,
} from './static-type.ts';

/** Adds the warnings of the type check to `issues`. */
export function lintTypes(declarations: Declarations, service: RulesService, issues: IssueList): void {
  const functions = new Map(declarations.functions.map(({ declaration, scope }) => [declaration, scope]));
  const conditions = new Set(
    declarations.matches.flatMap(({ block }) => block.allows.map(({ condition }) => condition)),
  );
  const checker = new TypeChecker(functions, service, issues);
  for (const [declaration] of functions) checker.functionType(declaration);
  for (const { expression, environment } of rootExpressions(declarations)) {
    if (conditions.has(expression)) checker.checkCondition(expression, environment.scope);
  }
}

type Locals = ReadonlyMap<string, StaticType>;

class TypeChecker {
  readonly #functions: ReadonlyMap<FunctionDeclaration, Scope>;
  readonly #service: RulesService;
  readonly #issues: IssueList;
  readonly #functionTypes = new Map<FunctionDeclaration, StaticType>();

  constructor(functions: ReadonlyMap<FunctionDeclaration, Scope>, service: RulesService, issues: IssueList) {
    this.#functions = functions;
    this.#service = service;
    this.#issues = issues;
  }

  checkCondition(condition: Expression, scope: Scope): void {
    const type = this.#typeOf(condition, scope, new Map());
    if (mayBe(type, ['bool'])) return;
    this.#issues.warning(
      condition.location,
      `Invalid type. Permission statements expect a boolean value. Received one of [${type?.join(', ')}].`,
    );
  }

  /** The type that a function returns. Checks its body once, with arguments of unknown types. */
  functionType(declaration: FunctionDeclaration): StaticType {
    const scope = this.#functions.get(declaration);
    if (this.#functionTypes.has(declaration) || scope === undefined)
      return this.#functionTypes.get(declaration);
    const locals = new Map<string, StaticType>(declaration.parameters.map(({ text }) => [text, undefined]));
    for (const { name, value } of declaration.bindings)
      locals.set(name.text, this.#typeOf(value, scope, locals));
    const type = this.#typeOf(declaration.returnExpression, scope, locals);
    this.#functionTypes.set(declaration, type);
    return type;
  }

  #typeOf(node: Expression, scope: Scope, locals: Locals): StaticType {
    const typeOf = (child: Expression): StaticType => this.#typeOf(child, scope, locals);
    switch (node.kind) {
      case 'literal':
        return [typeName(node.value)];
      case 'identifier':
        return identifierType(node.name, scope, locals);
      case 'parenthesized':
        return typeOf(node.inner);
      case 'member':
        this.#expect(node.object, typeOf(node.object), ['map', 'path']);
        return memberType(qualifiedName(node, scope, locals) ?? '');
      case 'index':
        return this.#indexType(node.object, typeOf(node.object), typeOf(node.key));
      case 'slice':
        for (const bound of [node.from, node.to]) if (bound) this.#expect(bound, typeOf(bound), ['int']);
        return this.#expect(node.object, typeOf(node.object), ['string', 'list']);
      case 'call':
        return this.#callType(node, scope, node.args.map(typeOf));
      case 'methodCall':
        return this.#methodCallType(node, scope, locals);
      case 'unary':
        return this.#expect(node.operand, typeOf(node.operand), node.operator === '!' ? ['bool'] : NEGATABLE);
      case 'is':
        typeOf(node.operand);
        return ['bool'];
      case 'binary':
        return this.#binaryType(node, typeOf(node.left), typeOf(node.right));
      case 'ternary':
        return this.#ternaryType(node, typeOf);
      case 'list':
        node.elements.forEach(typeOf);
        return ['list'];
      case 'map':
        for (const { key, value } of node.entries) {
          this.#expect(key, typeOf(key), ['string']);
          typeOf(value);
        }
        return ['map'];
      case 'path':
        for (const segment of node.segments) if (segment.kind === 'expression') typeOf(segment.value);
        return ['path'];
    }
  }

  /** Warns unless the type may be one of the expected ones. Returns the remaining types. */
  #expect(node: Expression, type: StaticType, expected: readonly string[]): StaticType {
    if (mayBe(type, expected)) return (type ?? expected).filter((name) => expected.includes(name));
    this.#issues.warning(
      node.location,
      `Invalid type. Received one of [${type?.join(', ')}]. Expected one of [${expected.join(', ')}].`,
    );
    return undefined;
  }

  #indexType(object: Expression, type: StaticType, key: StaticType): StaticType {
    this.#expect(object, type, ['string', 'list', 'map', 'path']);
    const keys = type?.length === 1 ? KEY_TYPES.get(type[0] ?? '') : undefined;
    if (keys !== undefined && !mayBe(key, keys)) {
      this.#issues.warning(
        object.location,
        `Invalid type. Received one of [${key?.join(', ')}] as index of a ${type?.[0]}. Expected one of [${keys.join(', ')}].`,
      );
    }
    return type?.length === 1 && type[0] === 'string' ? type : undefined;
  }

  #callType(node: Call, scope: Scope, args: readonly StaticType[]): StaticType {
    const name = node.name.text;
    const declared = scope.findFunction(name)?.declaration;
    if (declared !== undefined) return this.functionType(declared);
    if (name === 'debug') return args[0];
    const overloads =
      CONVERSIONS.get(name) ?? (resultType(name) === undefined ? [] : [{ parameters: ['path'] as const }]);
    this.#checkArguments(node, overloads, args);
    return resultType(name);
  }

  #methodCallType(node: MethodCall, scope: Scope, locals: Locals): StaticType {
    const typeOf = (child: Expression): StaticType => this.#typeOf(child, scope, locals);
    const name = node.name.text;
    const args = node.args.map(typeOf);
    if (node.receiver.kind === 'identifier' && isNamespace(node.receiver.name)) {
      this.#checkArguments(node, NAMESPACES.get(node.receiver.name)?.get(name) ?? [], args);
      return resultType(`${node.receiver.name}.${name}`);
    }
    const lookup = crossServiceLookup(node, this.#service, (each) => isVariable(each, { scope, locals }));
    if (lookup !== undefined) {
      this.#checkArguments(node, [{ parameters: ['path'] }], args);
      return resultType(lookup);
    }
    const receiver = typeOf(node.receiver);
    const methods = methodsNamed(name);
    // An unknown method is reported elsewhere, by its name.
    if (methods.size === 0) return undefined;
    this.#expect(node.receiver, receiver, [...methods.keys()]);
    const types = [...methods.keys()].filter((type) => mayBe(receiver, [type]));
    this.#checkArguments(
      node,
      types.flatMap((type) => methods.get(type) ?? []),
      args,
    );
    return types.length === 0 ? undefined : unionOf(types.map((type) => resultType(`${type}.${name}`)));
  }

  /**
   * Warns about an argument that no overload accepts. A wrong number of arguments is reported at
   * the name.
   */
  #checkArguments(
    node: Call | MethodCall,
    overloads: readonly Pick<Overload<never>, 'parameters'>[],
    args: readonly StaticType[],
  ): void {
    const candidates = overloads.filter(({ parameters }) => parameters.length === args.length);
    if (candidates.length === 0) {
      const isMethod =
        node.kind === 'methodCall' &&
        !(node.receiver.kind === 'identifier' && isNamespace(node.receiver.name));
      if (isMethod && overloads.length > 0) {
        this.#issues.warning(
          node.name,
          `Incorrect number of arguments supplied to function: ${node.name.text}.`,
        );
      }
      return;
    }
    for (const [i, type] of args.entries()) {
      const expected = parameterTypes(candidates.map(({ parameters }) => parameters[i]));
      const argument = node.args[i];
      if (expected !== undefined && argument !== undefined) this.#expect(argument, type, expected);
    }
  }

  #binaryType(node: Binary, left: StaticType, right: StaticType): StaticType {
    switch (node.operator) {
      case '&&':
      case '||':
        this.#expect(node.left, left, ['bool']);
        this.#expect(node.right, right, ['bool']);
        return ['bool'];
      case '==':
      case '!=':
        // `request.auth.uid != null` is the usual test for a user: it is true or an error.
        if (!mayBeEqual(left, right) && !isNullCheckOfMember(node, left, right)) {
          this.#issues.warning(
            node.location,
            `The sub-expressions are not comparable, so this comparison will always return ${node.operator === '!='}. ` +
              `Received: ${left?.join(' or ')} ${node.operator} ${right?.join(' or ')}.`,
          );
        }
        return ['bool'];
      case 'in':
        this.#expect(node.right, right, ['list', 'set', 'map']);
        if (right?.join() === 'map') this.#expect(node.left, left, ['string']);
        return ['bool'];
      default: {
        const type = operationType(node.operator, left, right);
        if (type === undefined || type.length > 0) return type;
        this.#issues.warning(
          node.location,
          `Unsupported operation. Received: ${left?.join(' or ')} ${node.operator} ${right?.join(' or ')}.`,
        );
        return undefined;
      }
    }
  }

  #ternaryType(node: Ternary, typeOf: (child: Expression) => StaticType): StaticType {
    this.#expect(node.condition, typeOf(node.condition), ['bool']);
    return unionOf([typeOf(node.whenTrue), typeOf(node.whenFalse)]);
  }
}

function isNullCheckOfMember(node: Binary, left: StaticType, right: StaticType): boolean {
  const isNull = (type: StaticType): boolean => type?.join() === 'null';
  return (isNull(right) && node.left.kind === 'member') || (isNull(left) && node.right.kind === 'member');
}

const NEGATABLE = ['int', 'float', 'duration'];
const KEY_TYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['string', ['int']],
  ['list', ['int']],
  ['map', ['string']],
  ['path', ['int', 'string']],
]);

function identifierType(name: string, scope: Scope, locals: Locals): StaticType {
  if (locals.has(name)) return locals.get(name);
  const wildcard = scope.findWildcardSegment(name);
  if (wildcard !== undefined) return [wildcard.recursive ? 'path' : 'string'];
  if (name === 'request') return ['map'];
  return name === 'resource' ? ['map', 'null'] : undefined;
}

/** `request.auth.uid`; undefined for members of anything except `request` and `resource`. */
function qualifiedName(node: Expression, scope: Scope, locals: Locals): string | undefined {
  if (node.kind === 'parenthesized') return qualifiedName(node.inner, scope, locals);
  if (node.kind === 'identifier') {
    const isShadowed = locals.has(node.name) || scope.findWildcard(node.name) !== undefined;
    return isShadowed ? undefined : node.name;
  }
  if (node.kind !== 'member') return undefined;
  const object = qualifiedName(node.object, scope, locals);
  return object === undefined ? undefined : `${object}.${node.name.text}`;
}
