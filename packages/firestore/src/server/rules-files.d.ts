import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { type Ruleset } from '../rules/ruleset.ts';
import type { RulesFile, RulesIssue, RulesScope } from '../transport/admin.ts';
/**
 * Loads the rules of the databases with this id, or of all databases, from the file at `path`.
 * Throws UsageError when it cannot be read or does not compile; warnings are logged.
 */
export declare function loadRulesFile(emulator: FirestoreEmulator, path: string, log: (line: string) => void, databaseId?: string): void;
/**
 * The same, but a file that does not compile denies every request until it does. Throws UsageError
 * when it cannot be read.
 */
export declare function loadRulesFileOrDeny(emulator: FirestoreEmulator, path: string, log: (line: string) => void, databaseId?: string): void;
/**
 * Reloads the rules that `loadRulesFile` loaded whenever the file is saved. Rules that do not
 * compile are logged, and the current ones stay in force. Returns the function that stops watching.
 */
export declare function watchRulesFile(emulator: FirestoreEmulator, path: string, log: (line: string) => void, databaseId?: string): () => void;
/**
 * Replaces rules, and logs the warnings of rules that differ from the current ones. Rules that do
 * not compile leave the current ones in force.
 */
export declare function replaceRules(emulator: FirestoreEmulator, { projectId, databaseId }: RulesScope, file: RulesFile, log: (line: string) => void): {
    issues: readonly RulesIssue[];
    loaded: boolean;
};
/** The ruleset in force, or one that allows everything where there is none. */
export declare function rulesetInForce(emulator: FirestoreEmulator, { projectId, databaseId }: RulesScope): Ruleset;
/** The file of a ruleset, and the warnings of its compilation. */
export declare function describeRules({ source }: Ruleset): {
    files: readonly RulesFile[];
    issues: readonly RulesIssue[];
};
