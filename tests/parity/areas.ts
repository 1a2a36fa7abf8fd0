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
  /** How often it is used in proportion to the others. */
  readonly weight: number;
  /** One line for docs/parity.md. */
  readonly summary: string;
}

export const AREAS: { readonly [name in AreaName]: Area } = {
  commits: {
    cases: commitCases,
    weight: 4,
    summary: 'writes, masks, transforms, preconditions, stored documents',
  },
  queries: {
    cases: queryCases,
    weight: 4,
    summary: 'filters, orders, cursors, projections, vectors over values of all types',
  },
  aggregations: { cases: aggregationCases, weight: 2, summary: 'count, sum and average over the same' },
  'rule-expressions': {
    cases: ruleExpressionCases,
    weight: 4,
    summary: 'reads under conditions of all types, operators and functions',
  },
  'rule-writes': {
    cases: ruleWriteCases,
    weight: 3,
    summary: 'commits under conditions on the documents before and after',
  },
  'rule-lists': {
    cases: ruleListCases,
    weight: 3,
    summary: 'queries under conditions that their filters prove or not',
  },
  'damaged-rules': { cases: damagedRuleCases, weight: 3, summary: 'rules with a random mistake' },
  transactions: {
    cases: transactionCases,
    weight: 1,
    summary: 'one transaction at a time, also after its end',
  },
  rest: {
    cases: restCases,
    weight: 2,
    summary: 'each REST method, its parameters, well-formed and broken bodies',
  },
  exports: { cases: exportCases, weight: 1, summary: 'each server imports the export of the other' },
  listening: {
    cases: listeningCases,
    weight: 2,
    summary: 'listeners of the SDK in Node: limits, resumed streams, existence filters',
  },
};

export const AREA_NAMES = Object.keys(AREAS) as AreaName[];
