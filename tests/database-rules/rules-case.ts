// The format of cases.jsonl.
import { readFileSync } from 'node:fs';

/** A query of a case, with the names that rules use. */
export interface CaseQuery {
  readonly orderByKey?: boolean;
  readonly orderByValue?: boolean;
  readonly orderByPriority?: boolean;
  readonly orderByChild?: string;
  readonly startAt?: string | number | boolean | null;
  readonly endAt?: string | number | boolean | null;
  readonly equalTo?: string | number | boolean | null;
  readonly limitToFirst?: number;
  readonly limitToLast?: number;
}

export interface DatabaseCase {
  readonly id: string;
  readonly rules?: unknown;
  readonly rulesText?: string;
  /** The tree before, in export format. */
  readonly data?: unknown;
  readonly op?: {
    readonly method: 'read' | 'write' | 'update';
    readonly path: string;
    /** For an update, by paths below `path`. */
    readonly newData?: unknown;
    readonly query?: CaseQuery;
  };
  /** The variable of rules. */
  readonly auth?: Readonly<Record<string, unknown>> | null;
  readonly now?: number;
  readonly expect: 'allow' | 'deny' | 'compile-error' | 'compiles';
  /** Denied because evaluation failed. */
  readonly error?: true;
  readonly admin?: true;
  readonly message?: string | null;
  /** The source of the verdict. */
  readonly oracle: 'live' | 'production' | 'suite' | 'docs' | 'emulator';
  readonly source: string;
}

/** Reads all recorded cases. */
export function readCases(): DatabaseCase[] {
  const lines = readFileSync(new URL('./cases.jsonl', import.meta.url), 'utf8').split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as DatabaseCase);
}

/** The text of the rules of a case. */
export function rulesTextOf({ rules, rulesText }: DatabaseCase): string {
  return rulesText ?? JSON.stringify(rules);
}
