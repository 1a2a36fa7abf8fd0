import { useDispatch } from 'react-redux';
import { useRunCommandMutation } from '../api/command-endpoints.ts';
import { toastAdded } from '../toasts/toasts-slice.ts';

/** Runs a scheduled function immediately. */
export function RunSchedule({ name }: { name: string }) {
  const dispatch = useDispatch();
  const [runCommand, { isLoading }] = useRunCommandMutation();
  const run = async () => {
    const { data, error } = await runCommand({ name: 'schedule', arguments: [name] });
    const message = data?.output ?? (error as { message: string }).message;
    dispatch(toastAdded({ message, isError: data?.ok !== true }));
  };
  return (
    <button
      type="button"
      className="button button-small"
      disabled={isLoading}
      aria-label={`Run ${name} now`}
      onClick={run}
    >
      Run now
    </button>
  );
}
