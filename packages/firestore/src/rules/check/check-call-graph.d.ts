/** Rejects recursion and call chains that are too long. Visits each function once. */
import type { IssueList } from '@savepoint/server/rules/issue';
import { type Declarations } from '../syntax/declarations.ts';
/** Reports the errors of the call graph. */
export declare function checkCallGraph({ functions }: Declarations, issues: IssueList): void;
