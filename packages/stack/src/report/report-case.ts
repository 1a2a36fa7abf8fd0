/** A result in a report: passed, failed, or not tested. */
export interface ReportCase {
  readonly name: string;
  /** Relative to the project. */
  readonly file: string;
  /** 1-based; undefined if the line is unknown. */
  readonly line?: number | undefined;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly message?: string;
  readonly detail?: string;
}

export interface ReportSuite {
  readonly name: string;
  readonly cases: readonly ReportCase[];
}
