import { useState } from 'react';
import type { LoadedFunction } from '../api/functions-endpoints.ts';
import type { Stack } from '../api/stack-api.ts';
import { type Caller, CallerField, SIGNED_OUT } from '../components/caller-field.tsx';
import { Link } from '../navigation/navigation.tsx';
import { type CallResult, callFunction, recentPayloads, rememberPayload } from './function-call.ts';

const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const PAYLOAD_LABEL_LENGTH = 60;

/** Calls a callable or an HTTP function with a payload, as any user. */
export function CallFunction({ stack, target }: { stack: Stack; target: LoadedFunction }) {
  const { projectId } = stack;
  const isCallable = target.kind === 'callable';
  const [recent, setRecent] = useState(() => recentPayloads(projectId, target.id));
  const [payload, setPayload] = useState(recent[0] ?? (isCallable ? '{}' : ''));
  const [caller, setCaller] = useState<Caller>(SIGNED_OUT);
  const [method, setMethod] = useState<string>('GET');
  const [suffix, setSuffix] = useState('');
  const [hasAppCheck, setHasAppCheck] = useState(true);
  const [isCalling, setIsCalling] = useState(false);
  const [outcome, setOutcome] = useState<CallResult | { problem: string }>();
  const call = async () => {
    setIsCalling(true);
    try {
      if (caller.problem !== undefined) throw new Error(caller.problem);
      const { claims } = caller;
      setOutcome(await callFunction({ projectId, target, claims, payload, method, suffix, hasAppCheck }));
      if (payload.trim() !== '') setRecent(rememberPayload(projectId, target.id, payload));
    } catch (error) {
      setOutcome({ problem: (error as Error).message });
    }
    setIsCalling(false);
  };
  return (
    <form
      className="call-form"
      aria-label={`Call ${target.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        call();
      }}
    >
      <div className="field">
        <CallerField stack={stack} caller={caller} onChange={setCaller} />
        <label className="check">
          <input
            type="checkbox"
            checked={hasAppCheck}
            onChange={(event) => setHasAppCheck(event.target.checked)}
          />
          With an App Check token
        </label>
        {isCallable ? null : (
          <>
            <label className="field">
              Method
              <select value={method} onChange={(event) => setMethod(event.target.value)}>
                {HTTP_METHODS.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
            <label className="field">
              Path and query
              <input
                value={suffix}
                placeholder="/path?name=value"
                autoComplete="off"
                onChange={(event) => setSuffix(event.target.value)}
              />
            </label>
          </>
        )}
      </div>
      <div className="field">
        <label className="field">
          {isCallable ? 'Data (JSON)' : 'Body (JSON)'}
          <textarea
            rows={6}
            spellCheck={false}
            value={payload}
            onChange={(event) => setPayload(event.target.value)}
          />
        </label>
        {recent.length === 0 ? null : (
          <label className="field">
            Recent
            <select
              value={recent.includes(payload) ? payload : ''}
              onChange={(event) => setPayload(event.target.value)}
            >
              {recent.includes(payload) ? null : <option value="">Choose a payload</option>}
              {recent.map((each) => (
                <option key={each} value={each}>
                  {each.replace(/\s+/g, ' ').slice(0, PAYLOAD_LABEL_LENGTH)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <div className="toolbar wide">
        <button type="submit" className="button button-primary" disabled={isCalling}>
          Call
        </button>
        {isCalling ? <span role="status">Calling …</span> : null}
      </div>
      {outcome === undefined ? null : 'problem' in outcome ? (
        <p className="problem wide" role="alert">
          {outcome.problem}
        </p>
      ) : (
        <Result result={outcome} hasLog={stack.eventLog !== null} />
      )}
    </form>
  );
}

function Result({ result: { status, ms, traceId, body }, hasLog }: { result: CallResult; hasLog: boolean }) {
  return (
    <section className="wide" aria-label="Response" aria-live="polite">
      <div className="toolbar">
        <span className={status < 400 ? 'badge badge-good' : 'badge badge-bad'}>{status}</span>
        <span className="muted">{Math.round(ms)} ms</span>
        {hasLog ? <Link href={`/traces/${traceId}`}>Show the trace</Link> : null}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long response is scrolled with the keyboard. */}
      <pre className="call-body" tabIndex={0}>
        {body}
      </pre>
    </section>
  );
}
