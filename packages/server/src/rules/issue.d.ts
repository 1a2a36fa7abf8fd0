/** Compile errors and warnings. */
import type { SourcePosition, SourceRange, SourceText } from './source-text.ts';
type Severity = 'ERROR' | 'WARNING';
/** A google.firebase.rules.v1.Issue. */
export interface Issue {
    readonly severity: Severity;
    readonly description: string;
    readonly sourcePosition: SourcePosition;
}
/** Collects the issues of one compilation. */
export declare class IssueList {
    #private;
    constructor(source: SourceText);
    get hasErrors(): boolean;
    error(range: SourceRange, description: string): void;
    warning(range: SourceRange, description: string): void;
    /** The issues in source order; at one position, errors before warnings. */
    sorted(): readonly Issue[];
}
export {};
