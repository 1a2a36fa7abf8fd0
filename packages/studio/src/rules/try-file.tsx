import { useState } from 'react';
import { ApiError, send } from '../api/client.ts';
import type { Stack, StoredError } from '../api/stack-api.ts';
import { type Caller, CallerField, SIGNED_OUT } from '../components/caller-field.tsx';
import { useGetBucketsQuery } from '../files/files-endpoints.ts';
import { Decision, type Outcome } from './decision.tsx';
import type { TriedRules } from './edited-rules.tsx';
import { MethodField } from './method-field.tsx';
import { useLazyTestRulesQuery } from './rules-endpoints.ts';
import { EXAMPLE_FILE, type TypedFileRequest, toFileTestCase, toRulesObject } from './test-file-case.ts';
import { TextField } from './text-field.tsx';

interface TryFileProps extends TriedRules {
  readonly stack: Stack;
  readonly file: string;
}

const NOT_FOUND = 404;

/**
 * Tests a typed Storage request against the rules in the editor, without reading or writing files.
 */
export function TryFile({ stack, content, isChanged, file }: TryFileProps) {
  const { data: buckets = [] } = useGetBucketsQuery();
  const [request, setRequest] = useState<TypedFileRequest>({
    method: 'get',
    name: '',
    before: '',
    after: '',
  });
  const [caller, setCaller] = useState<Caller>(SIGNED_OUT);
  const [outcome, setOutcome] = useState<Outcome>();
  const [testRules, { isFetching }] = useLazyTestRulesQuery();
  const bucket = buckets[0] ?? `${stack.projectId}.appspot.com`;
  const set = (changes: Partial<TypedFileRequest>) => setRequest({ ...request, ...changes });
  const run = async () => {
    try {
      if (caller.problem !== undefined) throw new Error(caller.problem);
      const stored = await readStored(bucket, request);
      const testCase = toFileTestCase(bucket, request, stored, caller.claims);
      const { data, error } = await testRules({ projectId: stack.projectId, content, testCases: [testCase] });
      const result = data?.testResults?.[0];
      if (error !== undefined) throw new Error((error as StoredError).message);
      if (result === undefined) throw new Error('The rules have errors. Correct them first.');
      setOutcome({ result, method: request.method, content, isChanged });
    } catch (error) {
      setOutcome({ problem: (error as Error).message });
    }
  };
  const isWrite = request.method === 'create' || request.method === 'update';
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
        <MethodField method={request.method} onChange={(method) => set({ method })} />
        <label className="field">
          {request.method === 'list' ? 'Folder' : 'File'}
          <input
            value={request.name}
            placeholder={request.method === 'list' ? 'images' : 'images/a.png'}
            autoComplete="off"
            onChange={(event) => set({ name: event.target.value })}
          />
        </label>
        <CallerField stack={stack} caller={caller} onChange={setCaller} />
        {isWrite ? (
          <TextField
            label={`File after the upload (JSON, such as ${EXAMPLE_FILE})`}
            value={request.after}
            onChange={(after) => set({ after })}
          />
        ) : null}
        {request.method === 'list' ? null : (
          <TextField
            label="File before (JSON or null; empty: the stored one)"
            value={request.before}
            onChange={(before) => set({ before })}
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

/** The stored file of a request; null if there is none, and for a list. */
async function readStored(bucket: string, { method, name }: TypedFileRequest): Promise<object | null> {
  if (method === 'list' || name === '') return null;
  try {
    const path = `storage/storage/v1/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(name)}`;
    return toRulesObject((await send({ path })) as Readonly<Record<string, unknown>>);
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) return null;
    throw error;
  }
}
