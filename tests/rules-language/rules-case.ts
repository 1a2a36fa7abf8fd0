// The format of cases.jsonl.
import { readFileSync } from 'node:fs';

/**
 * A JSON number with a fraction or exponent, which means a double; other JSON numbers are integers.
 */
export class JsonDouble {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export type Json =
  | null
  | boolean
  | number
  | string
  | JsonDouble
  | readonly Json[]
  | { readonly [key: string]: Json };
export type Fields = { readonly [field: string]: Json };

export interface CaseWrite {
  readonly write: 'set' | 'update';
  readonly path: string;
  readonly resource: Fields;
  readonly merge?: boolean;
  readonly precondition?: { readonly exists?: boolean };
}

export interface CaseRequest {
  readonly method?: 'get' | 'list' | 'create' | 'update' | 'delete' | 'listen';
  readonly path?: string;
  readonly auth?:
    | null
    | 'owner'
    | { readonly uid: string; readonly token?: { readonly [claim: string]: Json } };
  readonly resource?: Fields;
  readonly time?: string;
  readonly write?: 'set' | 'update';
  readonly merge?: boolean;
  readonly precondition?: { readonly exists?: boolean };
  readonly batch?: readonly CaseWrite[];
  readonly collection?: string;
  readonly collectionGroup?: string;
  readonly documents?: readonly string[];
  readonly where?: readonly (readonly [string, string, Json])[];
  readonly or?: readonly (readonly [string, string, Json])[];
  readonly orderBy?: readonly string[];
  readonly limit?: number;
  readonly aggregate?: readonly string[];
}

export interface RulesCase {
  readonly id: string;
  readonly rules: string;
  readonly request: CaseRequest;
  readonly docs: { readonly [path: string]: Fields };
  readonly expect: 'allow' | 'deny' | 'error' | 'compile-error';
  readonly message?: string;
}

/** The group of a case: `emu`, `prod`, `compile` or `eval`. */
export function groupOf({ id }: RulesCase): string {
  return id.slice(0, id.indexOf('-'));
}

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** Reads all recorded cases. A case that consists of one expression is wrapped in a rules file. */
export function readCases(): RulesCase[] {
  const lines = readFileSync(new URL('./cases.jsonl', import.meta.url), 'utf8').split('\n');
  return lines.filter(Boolean).map((line) => {
    const raw = parseWithSource(line, (_key, value, { source }) =>
      typeof value === 'number' && /[.eE]/.test(source ?? '') ? new JsonDouble(value) : value,
    ) as RulesCase & { readonly expr?: string };
    return { ...raw, rules: raw.rules ?? wrapExpression(raw.id, raw.expr ?? '') };
  });
}

function wrapExpression(id: string, expression: string): string {
  const method = id.startsWith('prod-') ? 'create' : 'get';
  return `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{collection}/{id} {
      allow ${method}: if ${expression};
    }
  }
}
`;
}
