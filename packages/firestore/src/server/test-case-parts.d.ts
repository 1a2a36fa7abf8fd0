import type { JsonObject, JsonValue } from '@bufbuild/protobuf';
import type { Explanation, Issue, RulesRequest } from '../rules/ruleset.ts';
/** google.firebase.rules.v1.TestRulesetResponse; `explanation` is an addition of this emulator. */
export interface TestRulesetResponse {
    readonly issues?: readonly Issue[];
    readonly testResults?: readonly TestResult[];
}
export interface TestResult {
    /** Whether the decision is the expected one. */
    readonly state: 'SUCCESS' | 'FAILURE';
    readonly debugMessages?: readonly string[];
    /**
     * Of `expressionReportLevel: FULL`: every expression with its values, as in a coverage report.
     */
    readonly expressionReports?: readonly object[];
    readonly explanation: Explanation;
}
declare const METHODS: readonly ['get', 'list', 'create', 'update', 'delete'];
/** Whether the case at `where` expects that its request is allowed. */
export declare function expectsAllow({ expectation }: JsonObject, where: string): boolean;
/** `request.method` of the case at `where`. */
export declare function parseMethod(value: JsonValue | undefined, where: string): (typeof METHODS)[number];
/** A segment of a path that is percent-encoded. */
export declare function decodeSegment(text: string, where: string): string;
/** `request.auth` of the case at `where`; null for nobody. */
export declare function parseAuth(json: JsonValue, where: string): RulesRequest['auth'];
/** `request.time` of the case at `where`; now when it is absent. */
export declare function parseTime(value: JsonValue | undefined, where: string): RulesRequest['time'];
/** A JSON object that is named `what` in the error of another value. */
export declare function objectOf(json: JsonValue, what: string): JsonObject;
export {};
