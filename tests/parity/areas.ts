import type fc from 'fast-check';
import { commitCases } from './areas/commits.ts';
import { damagedRuleCases } from './areas/damaged-rules.ts';
import { exportCases } from './areas/exports.ts';
import { listeningCases } from './areas/listening.ts';
import { aggregationCases, queryCases } from './areas/queries.ts';
import { restCases } from './areas/rest.ts';
import { ruleExpressionCases } from './areas/rule-expressions.ts';
import { ruleListCases } from './areas/rule-lists.ts';
import { ruleWriteCases } from './areas/rule-writes.ts';
import { transactionCases } from './areas/transactions.ts';
import type { AreaName, ParityCase } from './parity-case.ts';

interface Area {
  readonly cases: fc.Arbitrary<ParityCase>;
  /** Its frequency relative to the others. */
  readonly weight: number;
}

export const AREAS: { readonly [name in AreaName]: Area } = {
  commits: {
    cases: commitCases,
    weight: 4,
  },
  queries: {
    cases: queryCases,
    weight: 4,
  },
  aggregations: { cases: aggregationCases, weight: 2 },
  'rule-expressions': {
    cases: ruleExpressionCases,
    weight: 4,
  },
  'rule-writes': {
    cases: ruleWriteCases,
    weight: 3,
  },
  'rule-lists': {
    cases: ruleListCases,
    weight: 3,
  },
  'damaged-rules': { cases: damagedRuleCases, weight: 3 },
  transactions: {
    cases: transactionCases,
    weight: 1,
  },
  rest: {
    cases: restCases,
    weight: 2,
  },
  exports: { cases: exportCases, weight: 1 },
  listening: {
    cases: listeningCases,
    weight: 2,
  },
};

export const AREA_NAMES = Object.keys(AREAS) as AreaName[];
