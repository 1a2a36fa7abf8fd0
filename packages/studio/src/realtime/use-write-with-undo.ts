import { useDispatch } from 'react-redux';
import { toastAdded } from '../toasts/toasts-slice.ts';
import { writePlace } from './realtime-endpoints.ts';

/** How a place is named in messages: `/users/ada`. */
export function placeText(path: readonly string[]): string {
  return `/${path.join('/')}`;
}

/**
 * Returns what replaces a place, null removing it, and offers to undo that. It throws an ApiError
 * when nothing was written.
 */
export function useWriteWithUndo(namespace: string) {
  const dispatch = useDispatch();
  return async (path: readonly string[], body: unknown, message: string): Promise<void> => {
    const undo = await writePlace(namespace, path, body);
    dispatch(toastAdded({ message, undo }));
  };
}
