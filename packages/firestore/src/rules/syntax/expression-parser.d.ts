/** Parses expressions by precedence climbing. */
import { type Expression } from './syntax.ts';
import type { TokenCursor } from './token-cursor.ts';
/** Parses expressions from a cursor. One parser serves one source. */
export declare class ExpressionParser {
    #private;
    constructor(text: string, cursor: TokenCursor);
    /** Parses one expression at the cursor. Throws a RulesSyntaxError. */
    parse(): Expression;
    /** Resets the nesting after an expression was abandoned because of an error. */
    reset(): void;
}
