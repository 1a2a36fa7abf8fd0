import { type ComponentProps, lazy } from 'react';
import type { Stack } from '../api/stack-api.ts';
import { Deferred } from '../components/deferred.tsx';
import { Failure, Loading } from '../components/states.tsx';
import { useSearchParams } from '../navigation/navigation.tsx';
import { RulesSource } from './rules-source.tsx';

const EditedRules = lazy(() => import('./edited-rules.tsx'));

interface CoveredRulesProps extends Pick<ComponentProps<typeof EditedRules>, 'service' | 'children'> {
  readonly stack: Stack;
  readonly coverage: {
    readonly data?: ComponentProps<typeof RulesSource>['coverage'] | undefined;
    readonly error?: unknown;
    readonly refetch: () => unknown;
  };
  /** The name of the file. */
  readonly file: string;
}

/**
 * The source of rules with their decisions so far, or an editor with a form that tests requests.
 */
export function CoveredRules({ stack, coverage, file, service, children }: CoveredRulesProps) {
  const [params, change] = useSearchParams();
  const isEditing = params.get('view') === 'editor';
  const line = Number(params.get('line')) || undefined;
  const onLine = (next: number | undefined) => change({ line: next === undefined ? null : String(next) });
  return (
    <section className="rules-source" aria-label={`Source of ${file}`}>
      {coverage.error !== undefined ? (
        <Failure error={coverage.error} onRetry={coverage.refetch} />
      ) : coverage.data === undefined ? (
        <Loading what="the rules" />
      ) : (
        <>
          <fieldset className="segmented source-views" aria-label="View">
            <button
              type="button"
              aria-pressed={!isEditing}
              onClick={() => change({ view: null, replay: null })}
            >
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
                service={service}
              >
                {children}
              </EditedRules>
            </Deferred>
          ) : (
            <RulesSource coverage={coverage.data} line={line} onLine={onLine} />
          )}
        </>
      )}
    </section>
  );
}
