import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { SHOP_NAME } from '../../config/constants.ts';
import { toastShown } from '../../lib/toast-slice.ts';

/** Shares the shop by what the device has for it; otherwise copies its address. */
export function InvitePlayer() {
  const dispatch = useDispatch();
  const invite = async () => {
    const invitation = { title: SHOP_NAME, url: location.origin };
    try {
      if (navigator.share) return await navigator.share(invitation);
      await navigator.clipboard.writeText(invitation.url);
      dispatch(toastShown({ text: 'The link to the shop has been copied.' }));
    } catch (cause) {
      // The shopper has changed their mind, or the device shares nothing.
      console.warn('The shop was not shared.', cause);
    }
  };
  return (
    <Button variant="quiet" onClick={invite}>
      <Icon name="share" /> Invite a player
    </Button>
  );
}
