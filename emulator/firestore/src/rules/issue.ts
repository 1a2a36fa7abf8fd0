/** What is wrong with a rules file, in the shape of google.firebase.rules.v1.Issue. Owns the shape and its one-line form. */
import type { SourcePosition, SourceRange, SourceText } from './source-text.ts';

export type Severity = 'ERROR' | 'WARNING';

export interface Issue {
  readonly severity: Severity;
  readonly description: string;
  readonly sourcePosition: SourcePosition;
}

/** More errors than this say nothing new: a broken file is reported by its first ones. */
const MAXIMUM_ISSUES = 100;

/** Collects the issues of one compilation, in source order. */
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

/** An error as the emulator prints it in its 400 answer: `L1:91 Missing conditional expression after 'if'.` */
export function formatIssue(issue: Issue): string {
  return `L${issue.sourcePosition.line}:${issue.sourcePosition.column} ${issue.description}`;
}
