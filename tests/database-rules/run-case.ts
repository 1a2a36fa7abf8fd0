import { Node } from '../../packages/database/src/core/node.ts';
import { parseNode } from '../../packages/database/src/core/parse-node.ts';
import { parsePath } from '../../packages/database/src/core/path.ts';
import { type Bound, EVERYTHING, type Index, type Query } from '../../packages/database/src/core/query.ts';
import {
  compileRuleset,
  type Decision,
  formatIssues,
  type Ruleset,
} from '../../packages/database/src/rules/ruleset.ts';
import { type CaseQuery, type DatabaseCase, rulesTextOf } from './rules-case.ts';

/** The rules engine's verdict on a case. */
export interface Verdict {
  readonly kind: DatabaseCase['expect'];
  /** True if a rule failed with an error. */
  readonly failed: boolean;
  readonly message: string;
}

/** Runs a case on the rules engine. */
export function runCase(databaseCase: DatabaseCase): Verdict {
  const { ruleset, issues } = compileRuleset(rulesTextOf(databaseCase));
  if (ruleset === undefined) return { kind: 'compile-error', failed: false, message: formatIssues(issues) };
  if (databaseCase.op === undefined) return { kind: 'compiles', failed: false, message: '' };
  if (databaseCase.admin === true) return { kind: 'allow', failed: false, message: '' };
  const decision = judge(ruleset, databaseCase);
  return {
    kind: decision.isAllowed ? 'allow' : 'deny',
    failed: decision.outcomes.some(({ outcome }) => outcome === 'error'),
    message: decision.explain().summary,
  };
}

function judge(ruleset: Ruleset, { op, data, auth = null, now = 1_600_000_000_000 }: DatabaseCase): Decision {
  if (op === undefined) throw new Error('A case without an operation decides nothing.');
  const path = parsePath(op.path);
  const values = { nowMs: now };
  const root = parseNode(data, { existing: Node.EMPTY, depth: 0, values });
  const operation = { auth, nowMs: now, root };
  if (op.method === 'read') {
    const query = op.query === undefined ? EVERYTHING : toQuery(op.query);
    return ruleset.judgeRead({ ...operation, path, query });
  }
  const changes =
    op.method === 'write'
      ? [{ at: path, json: op.newData }]
      : Object.entries(op.newData as Readonly<Record<string, unknown>>).map(([below, json]) => ({
          at: [...path, ...parsePath(below)],
          json,
        }));
  const newRoot = changes.reduce(
    (node, { at, json }) =>
      node.withNode(at, parseNode(json, { existing: root.at(at), depth: at.length, values })),
    root,
  );
  return ruleset.judgeWrite({ ...operation, paths: changes.map(({ at }) => at), newRoot });
}

function toQuery(query: CaseQuery): Query {
  const { equalTo, startAt = equalTo, endAt = equalTo, limitToFirst, limitToLast } = query;
  const count = limitToFirst ?? limitToLast;
  return {
    index: indexOf(query),
    isIndexNamed: true,
    ...(startAt === undefined ? {} : { start: inclusive(startAt) }),
    ...(endAt === undefined ? {} : { end: inclusive(endAt) }),
    ...(count === undefined ? {} : { limit: { count, from: limitToFirst === undefined ? 'last' : 'first' } }),
  };
}

function indexOf({ orderByChild, orderByValue, orderByPriority }: CaseQuery): Index {
  if (orderByChild !== undefined) return { kind: 'child', path: parsePath(orderByChild) };
  return { kind: orderByValue === true ? 'value' : orderByPriority === true ? 'priority' : 'key' };
}

function inclusive(value: Bound['value']): Bound {
  return { value, isInclusive: true };
}
