import { lazy } from 'react';
import type { Stack } from '../api/stack-api.ts';
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
 * The rules of the Realtime Database with what they have decided so far, or in an editor with a
 * form that tries operations on them, beside the requests that were denied.
 */
export function DatabaseRules({ stack, database: { namespace, rulesFile } }: DatabaseRulesProps) {
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
        <p className="muted path">{rulesFile}</p>
      </div>
      <div className="rules-columns">
        {stack.eventLog === null ? null : <RecordedRequests file={file} service="database" />}
        <CoveredRules stack={stack} coverage={coverage} file={file} service="database">
          {(rules) => <TryOperation stack={stack} namespace={namespace} {...rules} file={file} />}
        </CoveredRules>
      </div>
    </div>
  );
}
