import { COMPARISON_FUNCTIONS } from './functions/comparison.ts';
import type { FunctionDefinition } from './parser.ts';

/** All functions, by their names in the protocol. */
export const FUNCTIONS: { readonly [name: string]: FunctionDefinition } = {
  ...COMPARISON_FUNCTIONS,
};
