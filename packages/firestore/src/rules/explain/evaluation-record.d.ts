import { type ExpressionValue } from '../runtime/expression-value.ts';
import { type RulesRequest } from '../runtime/request-value.ts';
import type { Decision } from './decision.ts';
type EvaluationOutcome = 'allow' | 'deny' | 'error' | 'admin';
interface EvaluationRecord {
    readonly requestId: string;
    readonly outcome: EvaluationOutcome;
    /** The ruleset's source. */
    readonly rules: string;
    readonly rulesReleaseName: string;
    readonly rulesReleaseKey: string;
    readonly time: string;
    readonly rulesContext: {
        readonly request: ExpressionValue;
        readonly resource: ExpressionValue;
        readonly path: string;
        readonly method: string;
        readonly time: string;
    };
    readonly granularAllowOutcomes: readonly {
        readonly line: number;
        readonly outcome: boolean | 'error';
    }[];
    /** Why a request was denied: an extension that the Emulator UI ignores. */
    readonly explanation?: unknown;
    /**
     * The query of a list with its filters, which `request.query` does not have: an extension that
     * the Emulator UI ignores.
     */
    readonly structuredQuery?: unknown;
    /** The trace that the request is recorded in: an extension that the Emulator UI ignores. */
    readonly traceId?: string;
}
/**
 * Creates the record of an operation. `decision` is undefined for the owner, to whom rules do not
 * apply. `requestId` must be unique.
 */
export declare function evaluationRecord(requestId: string, request: RulesRequest, decision: Decision | undefined, rules: string): EvaluationRecord;
export {};
