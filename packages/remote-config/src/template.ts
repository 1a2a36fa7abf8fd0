// The used parts of a template:
// https://firebase.google.com/docs/reference/remote-config/rest/v1/RemoteConfig
import {
  type Client,
  ConditionError,
  isMet,
  parseCondition,
  serverCondition,
  unsupportedElements,
} from './condition.ts';

/**
 * A value, or the app's own default. Other kinds belong to experiments, rollouts and
 * personalization.
 */
interface ParameterValue {
  readonly value?: string;
  readonly useInAppDefault?: boolean;
}

interface Parameter {
  readonly defaultValue?: ParameterValue;
  readonly conditionalValues?: Readonly<Record<string, ParameterValue>>;
  readonly description?: string;
  readonly valueType?: string;
}

export interface Condition {
  readonly name: string;
  readonly expression?: string;
  /** In server templates, instead of an expression. */
  readonly condition?: object;
}

type Parameters = Readonly<Record<string, Parameter>>;

export interface Template {
  readonly conditions?: readonly Condition[];
  readonly parameters?: Parameters;
  readonly parameterGroups?: Readonly<
    Record<string, { readonly description?: string; readonly parameters?: Parameters }>
  >;
  readonly version?: Readonly<Record<string, unknown>>;
}

/** All parameters, including those in groups. */
export function parametersOf({ parameters = {}, parameterGroups = {} }: Template): Parameters {
  const groups = Object.values(parameterGroups).map((group) => group.parameters ?? {});
  return Object.assign({}, parameters, ...groups);
}

/** The reason why the API refuses a template; undefined if it is valid. */
export function templateProblem(template: Template): string | undefined {
  const { conditions = [] } = template;
  const wrongType = typeProblem(template);
  if (wrongType !== undefined) return wrongType;
  const names = conditions.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `[${twice}] is the name of several conditions.`;
  const unknown = Object.values(parametersOf(template))
    .flatMap(({ conditionalValues = {} }) => Object.keys(conditionalValues))
    .filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    return `[${unknown.join(', ')}] are not valid condition names. All keys in all conditional value maps must be valid condition names.`;
  }
  for (const { name, expression } of conditions) {
    try {
      if (expression !== undefined) parseCondition(expression);
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error;
      return `The condition ${name} has an invalid expression: ${error.message}.`;
    }
  }
  return undefined;
}

/** The valid parameter names of the API. */
const PARAMETER_NAME = /^(?!__proto__$)[A-Za-z_]\w{0,255}$/;

/** Describes a part of JSON that has the wrong type. */
function typeProblem({
  conditions = [],
  parameters,
  parameterGroups,
  version,
}: Template): string | undefined {
  if (!Array.isArray(conditions) || !conditions.every(isCondition)) {
    return '"conditions" must be a list of names and expressions.';
  }
  return (
    parametersProblem('parameters', parameters) ??
    entriesProblem('parameterGroups', parameterGroups, groupProblem) ??
    entriesProblem('version', version)
  );
}

function isCondition(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { name, expression, condition = {} } = value;
  return typeof name === 'string' && isTextOrAbsent(expression) && isObject(condition);
}

function groupProblem(path: string, value: unknown): string | undefined {
  if (path.endsWith('.__proto__')) return `"${path}" is not the name of a group.`;
  if (!isObject(value)) return mustBe(path, 'an object');
  return (
    textsProblem(path, value, ['description']) ?? parametersProblem(`${path}.parameters`, value.parameters)
  );
}

function parametersProblem(path: string, parameters: unknown): string | undefined {
  return entriesProblem(path, parameters, parameterProblem);
}

function parameterProblem(path: string, value: unknown, name: string): string | undefined {
  if (!PARAMETER_NAME.test(name)) return `"${path}" is not the name of a parameter.`;
  if (!isObject(value)) return mustBe(path, 'an object');
  const { defaultValue, conditionalValues } = value;
  return (
    textsProblem(path, value, ['description', 'valueType']) ??
    (defaultValue === undefined ? undefined : valueProblem(`${path}.defaultValue`, defaultValue)) ??
    entriesProblem(`${path}.conditionalValues`, conditionalValues, valueProblem)
  );
}

function valueProblem(path: string, value: unknown): string | undefined {
  if (!isObject(value)) return mustBe(path, 'an object');
  if (!['boolean', 'undefined'].includes(typeof value.useInAppDefault))
    return mustBe(`${path}.useInAppDefault`, 'true or false');
  return textsProblem(path, value, ['value']);
}

/** The problem of an optional object, or of its first invalid entry. */
function entriesProblem(
  path: string,
  value: unknown = {},
  problemOf?: (path: string, value: unknown, name: string) => string | undefined,
): string | undefined {
  if (!isObject(value)) return mustBe(path, 'an object');
  const problems = Object.entries(value).map(([name, each]) => problemOf?.(`${path}.${name}`, each, name));
  return problems.find((problem) => problem !== undefined);
}

function textsProblem(path: string, value: object, names: readonly string[]): string | undefined {
  const wrong = names.find((name) => !isTextOrAbsent((value as Record<string, unknown>)[name]));
  return wrong === undefined ? undefined : mustBe(`${path}.${wrong}`, 'a string');
}

const isTextOrAbsent = (value: unknown) => ['string', 'undefined'].includes(typeof value);
const mustBe = (path: string, type: string) => `"${path}" must be ${type}.`;

/**
 * Excludes lists, and objects whose key `__proto__` a parser has used as their prototype, which
 * loses that key.
 */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The elements of a condition that are always false here. */
export function unsupportedOf({ expression }: Condition): string[] {
  try {
    return expression === undefined ? [] : unsupportedElements(parseCondition(expression));
  } catch {
    return [];
  }
}

/** The values for a client. Parameters with the app's own default are omitted. */
export function entriesFor(template: Template, client: Client): Record<string, string> {
  const met = (template.conditions ?? []).filter(
    ({ expression }) => expression !== undefined && isMet(parseCondition(expression), client),
  );
  return Object.fromEntries(
    Object.entries(parametersOf(template)).flatMap(([name, { defaultValue, conditionalValues = {} }]) => {
      const condition = met.find((each) => Object.hasOwn(conditionalValues, each.name));
      const value = (condition === undefined ? defaultValue : conditionalValues[condition.name])?.value;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The template in the format for servers, which evaluate its conditions themselves. */
export function serverTemplate(template: Template): object {
  const conditions = (template.conditions ?? []).map(({ name, expression, condition }) => ({
    name,
    condition:
      expression === undefined ? (condition ?? { false: {} }) : serverCondition(parseCondition(expression)),
  }));
  return { conditions, parameters: parametersOf(template), version: template.version };
}
