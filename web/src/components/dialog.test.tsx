// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

function Page({ onPress }: { onPress: () => void }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={onPress}>
        Beneath
      </button>
      <Dialog open={isOpen} title="Sizes" onClose={() => setOpen(false)}>
        Small
      </Dialog>
    </>
  );
}

it('does not press what lies beneath with the second click of a double click that closes it', () => {
  const onPress = vi.fn();
  render(<Page onPress={onPress} />);
  const beneath = screen.getByRole('button', { name: 'Beneath', hidden: true });
  fireEvent.click(screen.getByRole('button', { name: 'Close', hidden: true }), { detail: 1 });
  fireEvent.click(beneath, { detail: 2 });
  expect(onPress).not.toHaveBeenCalled();
  fireEvent.click(beneath, { detail: 1 });
  fireEvent.click(beneath, { detail: 2 });
  expect(onPress).toHaveBeenCalledTimes(2);
});
