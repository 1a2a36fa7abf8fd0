import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { toastShown } from '../../lib/toast-slice.ts';

/** Copies a payment link. */
export function CopyLink({ url }: { url: string }) {
  const dispatch = useDispatch();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      dispatch(toastShown({ text: 'The payment link is copied.' }));
    } catch {
      // The browser denies it; the text can be selected.
      dispatch(toastShown({ text: `Copy this link: ${url}` }));
    }
  };
  return (
    <Button variant="secondary" onClick={copy}>
      Copy payment link
    </Button>
  );
}
