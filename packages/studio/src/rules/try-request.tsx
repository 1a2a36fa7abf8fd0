import { useEffect, useRef, useState } from 'react';
import type { Stack, StoredError } from '../api/stack-api.ts';
import { type Caller, CallerField, SIGNED_OUT, tokenCaller } from '../components/caller-field.tsx';
import { Decision, type Outcome } from './decision.tsx';
import type { TriedRules } from './edited-rules.tsx';
import { MethodField } from './method-field.tsx';
import { type DecidedRequest, type TestCase, useLazyTestRulesQuery } from './rules-endpoints.ts';
import { EMPTY_REQUEST, hasData, type TypedRequest, toTestCase, toTypedRequest } from './test-case.ts';
import { TextField } from './text-field.tsx';

interface TryRequestProps extends TriedRules {
  readonly stack: Stack;
  readonly file: string;
  readonly replayed: DecidedRequest | undefined;
}

/**
 * Tests a typed or recorded request against the rules in the editor. Reads only documents that the
 * rules look up, and writes nothing.
 */
export function TryRequest({ stack, content, isChanged, file, replayed, onReport }: TryRequestProps) {
  const recorded = replayed === undefined ? undefined : toTypedRequest(replayed, stack.projectId);
  const [request, setRequest] = useState<TypedRequest>(recorded?.request ?? EMPTY_REQUEST);
  const [caller, setCaller] = useState<Caller>(recorded?.claims ? tokenCaller(recorded.claims) : SIGNED_OUT);
  const [outcome, setOutcome] = useState<Outcome>();
  const [testRules, { isFetching }] = useLazyTestRulesQuery();
  const run = async () => {
    let testCase: TestCase;
    try {
      if (caller.problem !== undefined) throw new Error(caller.problem);
      testCase = toTestCase(request, caller.claims);
    } catch (error) {
      return setOutcome({ problem: (error as Error).message });
    }
    const { data, error } = await testRules({ projectId: stack.projectId, content, testCases: [testCase] });
    const result = data?.testResults?.[0];
    if (error !== undefined) return setOutcome({ problem: (error as StoredError).message });
    if (result === undefined) return setOutcome({ problem: 'The rules have errors. Correct them first.' });
    setOutcome({ result, method: request.method, content, isChanged });
    onReport(result.expressionReports ?? []);
  };
  // The event log contains neither the query nor the written data. Without them, a different
  // request would be tested.
  const isIncomplete = replayed?.isFromLog === true && (request.method === 'list' || hasData(request.method));
  const first = useRef(replayed === undefined || isIncomplete ? undefined : run);
  useEffect(() => {
    first.current?.();
    first.current = undefined;
  }, []);
  const set = (changes: Partial<TypedRequest>) => setRequest({ ...request, ...changes });
  return (
    <form
      className="try-request"
      aria-label="Try it"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <h2>{replayed === undefined ? 'Try it' : 'Replay of the recorded request'}</h2>
      {replayed?.isFromLog ? (
        <p className="muted">
          {isIncomplete
            ? `The event log has neither the ${request.method === 'list' ? 'query' : 'data'} of the request nor the claims of its token: type them.`
            : 'The event log has neither the document as it was nor the claims of the token: it is decided with the current document and the uid.'}
        </p>
      ) : null}
      <div className="try-fields">
        <MethodField method={request.method} onChange={(method) => set({ method })} />
        <label className="field">
          Path
          <input
            value={request.path}
            placeholder={request.method === 'list' ? '/collection' : '/collection/document'}
            autoComplete="off"
            onChange={(event) => set({ path: event.target.value })}
          />
        </label>
        <CallerField stack={stack} caller={caller} onChange={setCaller} />
        {hasData(request.method) ? (
          <TextField
            label="Data after the write (JSON)"
            value={request.data}
            onChange={(data) => set({ data })}
          />
        ) : null}
        {request.method === 'list' ? (
          <TextField
            label="Query (StructuredQuery as JSON; empty: all documents)"
            value={request.query}
            onChange={(query) => set({ query })}
          />
        ) : (
          <TextField
            label="Document before (JSON or null; empty: the stored one)"
            value={request.resource}
            onChange={(resource) => set({ resource })}
          />
        )}
      </div>
      <div className="toolbar">
        <button type="submit" className="button button-primary" disabled={isFetching}>
          Try
        </button>
        {request.time === '' ? null : (
          <label className="check">
            <input type="checkbox" checked onChange={() => set({ time: '' })} /> at {request.time}
          </label>
        )}
      </div>
      <Decision outcome={outcome} file={file} />
    </form>
  );
}
