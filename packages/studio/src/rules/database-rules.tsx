import { lazy } from 'react';
import type { Stack } from '../api/stack-api.ts';
import { Deferred } from '../components/deferred.tsx';
import { Failure, Loading } from '../components/states.tsx';
import { useSearchParams } from '../navigation/navigation.tsx';
import { RecordedRequests } from './recorded-requests.tsx';
import { useGetDatabaseCoverageQuery } from './rules-endpoints.ts';
import { RulesServices } from './rules-services.tsx';
import { RulesSource } from './rules-source.tsx';

const REFRESH_MS = 1500;
const EditedRules = lazy(() => import('./edited-rules.tsx'));
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
  const [params, change] = useSearchParams();
  const coverage = useGetDatabaseCoverageQuery(namespace, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  });
  const file = rulesFile.split(/[\\/]/).at(-1) || 'database.rules.json';
  const isEditing = params.get('view') === 'editor';
  const line = Number(params.get('line')) || undefined;
  const onLine = (next: number | undefined) => change({ line: next === undefined ? null : String(next) });
  return (
    <div className="page page-full">
      <div className="page-head">
        <h1>Rules</h1>
        <RulesServices stack={stack} shown="database" />
        <p className="muted path">{rulesFile}</p>
      </div>
      <div className="rules-columns">
        {stack.eventLog === null ? null : <RecordedRequests file={file} service="database" />}
        <section className="rules-source" aria-label={`Source of ${file}`}>
          {coverage.error !== undefined ? (
            <Failure error={coverage.error} onRetry={coverage.refetch} />
          ) : coverage.data === undefined ? (
            <Loading what="the rules" />
          ) : (
            <>
              <fieldset className="segmented source-views" aria-label="View">
                <button type="button" aria-pressed={!isEditing} onClick={() => change({ view: null })}>
                  Coverage
                </button>
                <button type="button" aria-pressed={isEditing} onClick={() => change({ view: 'editor' })}>
                  Edit and try
                </button>
              </fieldset>
              {isEditing ? (
                <Deferred fallback={<Loading what="the editor" />}>
                  <EditedRules
                    stack={stack}
                    content={coverage.data.rules.files[0]?.content ?? ''}
                    report={coverage.data.report ?? []}
                    file={file}
                    line={line}
                    onLine={onLine}
                    service="database"
                  >
                    {(rules) => <TryOperation stack={stack} namespace={namespace} {...rules} file={file} />}
                  </EditedRules>
                </Deferred>
              ) : (
                <RulesSource coverage={coverage.data} line={line} onLine={onLine} />
              )}
            </>
          )}
        </section>
      </div>
    </div>
  );
}
