import { useGetUnloadedFunctionsQuery } from '../api/functions-endpoints.ts';

const REFRESH_MS = 3000;

/** Shows which functions are not loaded, and why; nothing if all are. */
export function UnloadedFunctions() {
  const { data: failures = [] } = useGetUnloadedFunctionsQuery(undefined, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  });
  return failures.map(({ codebase, reason, remedy }) => (
    <p key={codebase} className="notice notice-error" role="alert">
      The functions of codebase {codebase} are not loaded: {reason}. {remedy}
    </p>
  ));
}
