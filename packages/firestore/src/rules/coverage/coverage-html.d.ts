import type { Coverage } from './coverage.ts';
/** The page served at `:ruleCoverage.html`. */
export declare function coverageHtml(coverage: Coverage): string;
