/** Coverage reports: the JSON of the official emulator, lcov with lines and branches, and HTML. */
import type { Coverage } from './coverage.ts';
/** The formats of the coverage report. */
export type CoverageFormat = 'json' | 'html' | 'lcov';
/** A report and its content type. */
interface CoverageReport {
    readonly contentType: string;
    readonly text: string;
}
/** Formats the coverage of a ruleset since it was loaded. */
export declare function coverageReport(coverage: Coverage, format: CoverageFormat): CoverageReport;
export {};
