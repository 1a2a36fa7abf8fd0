// Owns what every door must show: one list of cases, each in a collection of its own. Knows no library.

import { ACCESS } from './contract/access.ts';
import type { ContractCase } from './contract/case.ts';
import { LISTENING } from './contract/listening.ts';
import { QUERIES } from './contract/queries.ts';
import { VALUES } from './contract/values.ts';
import { WRITES } from './contract/writes.ts';

export const CONTRACT: readonly ContractCase[] = [...VALUES, ...WRITES, ...QUERIES, ...LISTENING, ...ACCESS];
