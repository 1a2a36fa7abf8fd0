import { lazy } from 'react';
import type { Stack } from '../api/stack-api.ts';
import { Deferred } from '../components/deferred.tsx';
import { Failure, Loading } from '../components/states.tsx';
import { useSearchParams } from '../navigation/navigation.tsx';
import { RecordedRequests } from './recorded-requests.tsx';
import { useGetStorageRulesQuery } from './rules-endpoints.ts';
import { RulesServices } from './rules-services.tsx';

const REFRESH_MS = 1500;
const EditedRules = lazy(() => import('./edited-rules.tsx'));
const TryFile = lazy(async () => ({ default: (await import('./try-file.tsx')).TryFile }));

interface StorageRulesProps {
  readonly stack: Stack;
  readonly storage: NonNullable<Stack['storage']>;
}

/** The Storage rules in an editor, with a form that tests requests, beside the denied requests. */
export function StorageRules({ stack, storage: { rulesFile } }: StorageRulesProps) {
  const [params, change] = useSearchParams();
  const { data, error, refetch } = useGetStorageRulesQuery(undefined, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  });
  const file = rulesFile.split(/[\\/]/).at(-1) ?? '';
  return (
    <div className="page page-full">
      <div className="page-head">
        <h1>Rules</h1>
        <RulesServices stack={stack} shown="storage" />
        <p className="muted path">{rulesFile}</p>
      </div>
      <div className="rules-columns">
        {stack.eventLog === null ? null : <RecordedRequests file={file} service="storage" />}
        <section className="rules-source" aria-label={`Source of ${file}`}>
          {error !== undefined ? (
            <Failure error={error} onRetry={refetch} />
          ) : data === undefined ? (
            <Loading what="the rules" />
          ) : (
            <Deferred fallback={<Loading what="the editor" />}>
              <EditedRules
                stack={stack}
                content={data.content}
                report={[]}
                file={file}
                line={Number(params.get('line')) || undefined}
                onLine={(line) => change({ line: String(line) })}
                service="storage"
              >
                {(rules) => <TryFile stack={stack} {...rules} file={file} />}
              </EditedRules>
            </Deferred>
          )}
        </section>
      </div>
    </div>
  );
}
