import type { Micros } from '../core/commit-time.ts';
import { type ProductionLimit } from './production-limits.ts';
import type { DocumentHeat, LimitFinding, Traffic } from './traffic.ts';
/** What the databases of a project did beside production's soft limits, as JSON. */
export interface LimitsReport {
    readonly mode: 'off' | 'warn' | 'enforce';
    readonly windowSeconds: number;
    readonly limits: readonly ProductionLimit[];
    readonly findings: readonly LimitFinding[];
    readonly heat: {
        /** Milliseconds since 1970, of the first column. */
        readonly fromMs: number;
        readonly secondsPerColumn: number;
        readonly columns: number;
        readonly documents: readonly DocumentHeat[];
    };
}
/** The report on the databases of one project at `now`. */
export declare function limitsReport(mode: LimitsReport['mode'], now: Micros, traffics: readonly Traffic[]): LimitsReport;
