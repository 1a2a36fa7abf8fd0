import { useDispatch } from 'react-redux';
import { commit, type Write } from '../firestore/requests.ts';
import { toastAdded, undoBy } from '../toasts/toasts-slice.ts';
import { useCommitMutation } from './firestore-endpoints.ts';

/**
 * Writes a document and offers to undo it. `undo` has the write that takes it back, from the time
 * of the version that was written, so that it fails when somebody has changed the document since.
 * `run` resolves with whether it was written; why not is a toast.
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
