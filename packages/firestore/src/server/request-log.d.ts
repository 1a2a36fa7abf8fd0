import type { Evaluation } from '../database/access-control.ts';
/**
 * Whether the request log has no line for an evaluation: a read by the owner whose `traceparent` is
 * not sampled, as those of a tool that polls. What rules decide always has one.
 */
export declare function isLeftOut({ principal, method }: Evaluation): boolean;
/**
 * The log line of an evaluation, e.g. `get /products/p1 (signed out) → allow @ L12` or
 * `update /orders/o1 (u7, database reports) → deny: false for 'update' @ L31`.
 * @param mainProject the project that the emulator was started for, if it was for one
 */
export declare function evaluationLine(evaluation: Evaluation, mainProject?: string): string;
