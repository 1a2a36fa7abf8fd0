import { useState } from 'react';
import type { TokenClaims } from '../api/caller-endpoints.ts';
import type { Stack, StoredError } from '../api/stack-api.ts';
import { type Caller, CallerField, SIGNED_OUT } from '../components/caller-field.tsx';
import { Decision, type Outcome } from './decision.tsx';
import type { TriedRules } from './edited-rules.tsx';
import { type DatabaseOperation, useLazyTestDatabaseRulesQuery } from './rules-endpoints.ts';
import { TextField } from './text-field.tsx';
import { parseTypedQuery } from './typed-query.ts';

interface TryOperationProps extends TriedRules {
  readonly stack: Stack;
  readonly namespace: string;
  readonly file: string;
}

interface TypedOperation {
  readonly method: DatabaseOperation['method'];
  readonly path: string;
  /** JSON. */
  readonly data: string;
  /** For a read, written as in code; empty for everything. */
  readonly query: string;
}

/**
 * Tests a typed operation on the Realtime Database against the rules in the editor and the current
 * data. Nothing is written.
 */
export function TryOperation({ stack, namespace, content, isChanged, file, onReport }: TryOperationProps) {
  const [typed, setTyped] = useState<TypedOperation>({ method: 'read', path: '', data: '', query: '' });
  const [caller, setCaller] = useState<Caller>(SIGNED_OUT);
  const [outcome, setOutcome] = useState<Outcome>();
  const [testRules, { isFetching }] = useLazyTestDatabaseRulesQuery();
  const set = (changes: Partial<TypedOperation>) => setTyped({ ...typed, ...changes });
  const run = async () => {
    let operation: DatabaseOperation;
    try {
      if (caller.problem !== undefined) throw new Error(caller.problem);
      operation = toOperation(typed, caller.claims);
    } catch (error) {
      return setOutcome({ problem: (error as Error).message });
    }
    const { data, error } = await testRules({ namespace, content, operations: [operation] });
    const result = data?.testResults?.[0];
    if (error !== undefined) return setOutcome({ problem: (error as StoredError).message });
    if (result === undefined) return setOutcome({ problem: 'The rules have errors. Correct them first.' });
    const method = typed.method === 'read' ? 'read' : 'write';
    setOutcome({ result, method, content, isChanged });
    onReport(result.expressionReports ?? []);
  };
  return (
    <form
      className="try-request"
      aria-label="Try it"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <h2>Try it</h2>
      <div className="try-fields">
        <label className="field">
          Operation
          <select
            value={typed.method}
            onChange={(event) => set({ method: event.target.value as TypedOperation['method'] })}
          >
            <option value="read">read</option>
            <option value="write">write</option>
            <option value="update">update</option>
          </select>
        </label>
        <label className="field">
          Path
          <input
            value={typed.path}
            placeholder="/users/ada"
            autoComplete="off"
            onChange={(event) => set({ path: event.target.value })}
          />
        </label>
        <CallerField stack={stack} caller={caller} onChange={setCaller} />
        {typed.method === 'read' ? (
          <label className="field try-query">
            Query, as in code (empty: everything)
            <input
              value={typed.query}
              placeholder='orderByChild("score"), limitToFirst(10)'
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => set({ query: event.target.value })}
            />
          </label>
        ) : (
          <TextField
            label={
              typed.method === 'write'
                ? 'Data after the write (JSON; null deletes)'
                : 'Members to merge (a JSON object; keys may be paths)'
            }
            value={typed.data}
            onChange={(data) => set({ data })}
          />
        )}
      </div>
      <div className="toolbar">
        <button type="submit" className="button button-primary" disabled={isFetching}>
          Try
        </button>
      </div>
      <Decision outcome={outcome} file={file} />
    </form>
  );
}

/**
 * Converts the form values to an operation.
 * @throws Error that names the invalid part
 */
export function toOperation(
  { method, path, data, query }: TypedOperation,
  claims: TokenClaims | null,
): DatabaseOperation {
  const part = method === 'read' ? { query: parseTypedQuery(query) } : { newData: parseData(data) };
  return { method, path, auth: authOf(claims), ...part };
}

/** The variable `auth` for a token. */
function authOf(claims: TokenClaims | null): DatabaseOperation['auth'] {
  if (claims === null) return null;
  const { sign_in_provider = null } = (claims.firebase ?? {}) as { sign_in_provider?: unknown };
  return { uid: claims.user_id ?? claims.sub, provider: sign_in_provider, token: claims };
}

function parseData(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The data is not JSON: ${(error as Error).message}`);
  }
}
