import type { Address } from '@savepoint/model/address';
import type { Order } from '@savepoint/model/order';
import { canCorrectAddress } from '@savepoint/model/order-changes';
import { type ReactNode, useState } from 'react';
import { useDispatch } from 'react-redux';
import { toastShown } from '../lib/toast-slice.ts';
import { ADDRESS_MESSAGES, AddressFields, loadAddressSchema } from './address-fields.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form, type FormFailure, SubmitButton, useForm } from './form.tsx';

interface AddressCorrectionProps {
  readonly order: Pick<Order, 'address' | 'status'>;
  /** Sends a valid address. Returns why it was rejected. */
  readonly onSave: (address: Address) => Promise<FormFailure | undefined>;
  /** The message in a dialog that is open when the order is packed. */
  readonly packedMessage: string;
  /** The replacement of the button once the order is packed. */
  readonly packedNote: ReactNode;
}

function CorrectionForm({
  order,
  onSave,
  packedMessage,
  onClose,
}: Omit<AddressCorrectionProps, 'packedNote'> & { onClose: () => void }) {
  const dispatch = useDispatch();
  // The order is live, but input is not overwritten.
  const [initial] = useState(order.address);
  const isOpenToChange = canCorrectAddress(order.status);
  const form = useForm({
    schema: loadAddressSchema,
    messages: ADDRESS_MESSAGES,
    // A dialog: nothing else can be reached meanwhile.
    asksBeforeLeaving: false,
    onSubmit: async (address) => {
      const failure = await onSave(address);
      if (failure !== undefined) return failure;
      dispatch(toastShown({ text: 'The address is corrected.' }));
      onClose();
      return undefined;
    },
  });
  return (
    <Form form={form} className="stack" aria-label="Delivery address">
      {!isOpenToChange && form.failure === undefined && (
        <p className="notice notice-error" role="alert">
          {order.status === 'packed' ? packedMessage : 'The address of this order can no longer be changed.'}
        </p>
      )}
      <AddressFields form={form} initial={initial} />
      <div className="row">
        {isOpenToChange && <SubmitButton form={form}>Save address</SubmitButton>}
        <Button variant="quiet" onClick={onClose}>
          {isOpenToChange ? 'Cancel' : 'Close'}
        </Button>
      </div>
    </Form>
  );
}

/**
 * The button that corrects an order's address, until it is packed or closed. An open dialog then
 * stays, and says so.
 */
export function AddressCorrection({ packedNote, ...props }: AddressCorrectionProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && props.order.status === 'packed') return <div className="muted">{packedNote}</div>;
  if (!isOpen && !canCorrectAddress(props.order.status)) return null;
  return (
    <div>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Correct the address
      </Button>
      <Dialog open={isOpen} title="Correct the address" onClose={() => setOpen(false)}>
        <CorrectionForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}
