import type { SourceRange } from './source-text.ts';
/** The compile error of an expression that is nested too deeply. */
export declare const TOO_COMPLEX = "Expression is too complex to evaluate safely.";
/** Thrown by a lexer or a parser to abandon what it reads. Its catcher may go on after it. */
export declare class RulesSyntaxError {
    readonly range: SourceRange;
    readonly description: string;
    /** The offset at which parsing can resume. */
    readonly resumeOffset: number;
    constructor(range: SourceRange, description: string, resumeAt?: number);
}
