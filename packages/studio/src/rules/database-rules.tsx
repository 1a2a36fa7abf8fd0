import { lazy } from 'react';
import type { Stack } from '../api/stack-api.ts';
import { useSearchParams } from '../navigation/navigation.tsx';
import { CoveredRules } from './covered-rules.tsx';
import { RecordedRequests } from './recorded-requests.tsx';
import { useGetDatabaseCoverageQuery } from './rules-endpoints.ts';
import { RulesServices } from './rules-services.tsx';

const REFRESH_MS = 1500;
const TryOperation = lazy(async () => ({ default: (await import('./try-operation.tsx')).TryOperation }));

interface DatabaseRulesProps {
  readonly stack: Stack;
  readonly database: NonNullable<Stack['database']>;
}

/**
 * The rules of the Realtime Database with their decisions so far, or an editor with a form that
 * tests operations, beside the denied requests.
 */
export function DatabaseRules({ stack: whole, database }: DatabaseRulesProps) {
  const [params, change] = useSearchParams();
  const { instances } = database;
  const { namespace, rulesFile } = instances.find((each) => each.namespace === params.get('ns')) ?? database;
  const stack = { ...whole, database: { ...database, namespace, rulesFile } };
  const coverage = useGetDatabaseCoverageQuery(namespace, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  });
  const file = rulesFile.split(/[\\/]/).at(-1) || 'database.rules.json';
  return (
    <div className="page page-full">
      <div className="page-head">
        <h1>Rules</h1>
        <RulesServices stack={stack} shown="database" />
        {instances.length < 2 ? null : (
          <select
            aria-label="Instance"
            value={namespace}
            onChange={({ target }) => change({ ns: target.value, line: null })}
          >
            {instances.map((each) => (
              <option key={each.namespace}>{each.namespace}</option>
            ))}
          </select>
        )}
        <p className="muted path">{rulesFile}</p>
      </div>
      <div className="rules-columns">
        {stack.eventLog === null ? null : <RecordedRequests file={file} service="database" />}
        <CoveredRules key={namespace} stack={stack} coverage={coverage} file={file} service="database">
          {(rules) => <TryOperation stack={stack} namespace={namespace} {...rules} file={file} />}
        </CoveredRules>
      </div>
    </div>
  );
}
