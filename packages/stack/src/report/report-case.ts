/** One thing that a report says: what was as it should be, what was not, what nothing tried. */
export interface ReportCase {
  readonly name: string;
  /** Relative to the project. */
  readonly file: string;
  /** 1-based; undefined where no line is known. */
  readonly line?: number | undefined;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** One line. */
  readonly message?: string;
  readonly detail?: string;
}

/** The cases of one kind. */
export interface ReportSuite {
  readonly name: string;
  readonly cases: readonly ReportCase[];
}
