// The parts of a template that are used:
// https://firebase.google.com/docs/reference/remote-config/rest/v1/RemoteConfig
import {
  type Client,
  ConditionError,
  isMet,
  parseCondition,
  serverCondition,
  unsupportedElements,
} from './condition.ts';

/** A value, or that of the app itself; others are of experiments, rollouts, personalization. */
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
  /** In templates of servers, in the place of an expression. */
  readonly condition?: object;
}

type Parameters = Readonly<Record<string, Parameter>>;

export interface Template {
  readonly conditions?: readonly Condition[];
  readonly parameters?: Parameters;
  readonly parameterGroups?: Readonly<Record<string, { readonly parameters?: Parameters }>>;
  readonly version?: Readonly<Record<string, unknown>>;
}

/** All parameters, those of groups included. */
export function parametersOf({ parameters = {}, parameterGroups = {} }: Template): Parameters {
  const groups = Object.values(parameterGroups).map((group) => group.parameters ?? {});
  return Object.assign({}, parameters, ...groups);
}

/** Why the API refuses a template; undefined for a good one. */
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

/** Which part of JSON has another type than that of a template. */
function typeProblem({ conditions = [], parameters, parameterGroups }: Template): string | undefined {
  if (!Array.isArray(conditions) || !conditions.every(isCondition)) {
    return '"conditions" must be a list of names and expressions.';
  }
  const [wrong] =
    [
      ...withEntries('parameters', parameters),
      ...withEntries('parameterGroups', parameterGroups),
      ...Object.entries(parameterGroups ?? {}).flatMap(([name, group]) =>
        withEntries(`parameterGroups.${name}.parameters`, group?.parameters),
      ),
    ].find(([, value]) => typeof value !== 'object' || value === null || Array.isArray(value)) ?? [];
  return wrong === undefined ? undefined : `"${wrong}" must be an object.`;
}

function isCondition(value: Partial<Condition> | null): boolean {
  return typeof value?.name === 'string' && ['string', 'undefined'].includes(typeof value.expression);
}

/** An object and its values, with their paths. */
function withEntries(path: string, value: unknown = {}): [string, unknown][] {
  const entries = Object.entries(value ?? {});
  return [[path, value], ...entries.map(([name, each]): [string, unknown] => [`${path}.${name}`, each])];
}

/** The elements of a condition that hold for nobody here. */
export function unsupportedOf({ expression }: Condition): string[] {
  try {
    return expression === undefined ? [] : unsupportedElements(parseCondition(expression));
  } catch {
    return [];
  }
}

/** The values that a client gets. A parameter whose value is that of the app is left out. */
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

/** The template as servers get it, which evaluate its conditions themselves. */
export function serverTemplate(template: Template): object {
  const conditions = (template.conditions ?? []).map(({ name, expression, condition }) => ({
    name,
    condition:
      expression === undefined ? (condition ?? { false: {} }) : serverCondition(parseCondition(expression)),
  }));
  return { conditions, parameters: parametersOf(template), version: template.version };
}
