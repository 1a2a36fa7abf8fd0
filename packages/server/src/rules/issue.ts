/** Compile errors and warnings. */
import type { SourcePosition, SourceRange, SourceText } from './source-text.ts';

type Severity = 'ERROR' | 'WARNING';

/** A google.firebase.rules.v1.Issue. */
export interface Issue {
  readonly severity: Severity;
  readonly description: string;
  readonly sourcePosition: SourcePosition;
}

/** The maximum number of issues reported for one file. */
const MAXIMUM_ISSUES = 100;

/** Collects the issues of one compilation. */
export class IssueList {
  readonly #source: SourceText;
  readonly #issues: Issue[] = [];
  #errors = 0;

  constructor(source: SourceText) {
    this.#source = source;
  }

  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  error(range: SourceRange, description: string): void {
    this.#errors++;
    this.#add('ERROR', range, description);
  }

  warning(range: SourceRange, description: string): void {
    this.#add('WARNING', range, description);
  }

  /** The issues in source order; at the same position, errors precede warnings. */
  sorted(): readonly Issue[] {
    return this.#issues.toSorted(
      (a, b) =>
        a.sourcePosition.currentOffset - b.sourcePosition.currentOffset || (a.severity === 'ERROR' ? -1 : 1),
    );
  }

  #add(severity: Severity, range: SourceRange, description: string): void {
    if (this.#issues.length >= MAXIMUM_ISSUES) return;
    this.#issues.push({ severity, description, sourcePosition: this.#source.position(range) });
  }
}
