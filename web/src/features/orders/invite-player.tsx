import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { SHOP_NAME } from '../../config/constants.ts';
import { toastShown } from '../../lib/toast-slice.ts';

/** Shares the shop with the device's share sheet; otherwise copies its URL. */
export function InvitePlayer() {
  const dispatch = useDispatch();
  const invite = async () => {
    const invitation = { title: SHOP_NAME, url: location.origin };
    try {
      if (navigator.share) return await navigator.share(invitation);
      await navigator.clipboard.writeText(invitation.url);
      dispatch(toastShown({ text: 'The link to the shop has been copied.' }));
    } catch (cause) {
      // The shopper canceled, or the device cannot share.
      console.warn('The shop was not shared.', cause);
    }
  };
  return (
    <Button variant="quiet" onClick={invite}>
      <Icon name="share" /> Invite a player
    </Button>
  );
}
