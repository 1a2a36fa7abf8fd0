import { useDispatch } from 'react-redux';
import { commit, type Write } from '../firestore/requests.ts';
import { toastAdded, undoBy } from '../toasts/toasts-slice.ts';
import { useCommitMutation } from './firestore-endpoints.ts';

/**
 * Writes a document and offers to undo it. The `undo` write contains the time of the written
 * version as a precondition, so it fails if somebody has changed the document since. `run` resolves
 * with whether it was written; errors are shown as a toast.
 */
export function useCommitWithUndo(database: string) {
  const dispatch = useDispatch();
  const [sendCommit, { isLoading }] = useCommitMutation();
  return {
    isBusy: isLoading,
    async run(write: Write, undo: (updateTime: string) => Write, message: string): Promise<boolean> {
      const { data, error } = await sendCommit({ database, writes: [write] });
      if (data === undefined) {
        dispatch(toastAdded({ message: (error as { message: string }).message, isError: true }));
        return false;
      }
      const updateTime = data.writeResults?.[0]?.updateTime ?? data.commitTime;
      dispatch(toastAdded({ message, undo: undoBy(commit(database, [undo(updateTime)])) }));
      return true;
    },
  };
}
