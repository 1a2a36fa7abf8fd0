import { ACCESS } from './contract/access.ts';
import type { ContractCase } from './contract/case.ts';
import { LISTENING } from './contract/listening.ts';
import { QUERIES } from './contract/queries.ts';
import { VALUES } from './contract/values.ts';
import { WRITES } from './contract/writes.ts';

/** The cases that every adapter must pass. */
export const CONTRACT: readonly ContractCase[] = [...VALUES, ...WRITES, ...QUERIES, ...LISTENING, ...ACCESS];
