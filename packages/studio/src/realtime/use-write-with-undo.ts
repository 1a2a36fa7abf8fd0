import { useDispatch } from 'react-redux';
import { toastAdded } from '../toasts/toasts-slice.ts';
import { writePlace } from './realtime-endpoints.ts';

/** The name of a location in messages: `/users/ada`. */
export function placeText(path: readonly string[]): string {
  return `/${path.join('/')}`;
}

/**
 * Returns a function that replaces a location (null removes it) and offers to undo that. It throws
 * an ApiError if nothing was written.
 */
export function useWriteWithUndo(namespace: string) {
  const dispatch = useDispatch();
  return async (path: readonly string[], body: unknown, message: string): Promise<void> => {
    const undo = await writePlace(namespace, path, body);
    dispatch(toastAdded({ message, undo }));
  };
}
