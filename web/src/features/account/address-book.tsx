import type { Address } from '@savepoint/model/address';
import { ADDRESSES_MAX } from '@savepoint/model/limits';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useUserRecordQuery } from '../../api/user-record.ts';
import { ADDRESS_MESSAGES, AddressFields, loadAddressSchema } from '../../components/address-fields.tsx';
import { AddressLines } from '../../components/address-lines.tsx';
import { Button } from '../../components/button.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { type SaveDispatch, saveAddresses } from './save-addresses.ts';

/** Identifies an address by its content: rereading a list creates other objects. */
const keyOf = (address: Address) => JSON.stringify(address);

/** Replaces an address; appends if the old one is missing. */
function withSaved(addresses: readonly Address[], address: Address, replaced?: Address): readonly Address[] {
  const index = addresses.findIndex((other) => replaced !== undefined && keyOf(other) === keyOf(replaced));
  if (index < 0) return [...addresses, address];
  return addresses.map((other, position) => (position === index ? address : other));
}

function AddressForm(props: {
  /** The initial values. */
  address?: Address | undefined;
  onSave: (address: Address) => void;
  onClose: () => void;
}) {
  const { address: initial } = props;
  const form = useForm({
    schema: loadAddressSchema,
    messages: ADDRESS_MESSAGES,
    onSubmit: (address) => {
      props.onSave(address);
      return undefined;
    },
  });
  const { element } = form;
  // The button that opened the form is gone.
  useEffect(() => element.current?.querySelector('input')?.focus(), [element]);
  return (
    <Form
      form={form}
      className="stack settings-form"
      aria-label={initial === undefined ? 'New address' : 'Edit address'}
    >
      <AddressFields form={form} initial={initial} />
      <div className="row">
        <SubmitButton form={form}>Save address</SubmitButton>
        <Button variant="quiet" onClick={props.onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/**
 * The saved addresses of a shopper. Changes are optimistic; a failed save is reverted and can be
 * retried from its toast.
 */
export function AddressBook({ uid }: { uid: string }) {
  const dispatch = useDispatch();
  const { data: record } = useUserRecordQuery(uid);
  /** The open form, and the address to change, if any. */
  const [open, setOpen] = useState<{ address?: Address }>();
  const addresses = (record?.addresses as readonly Address[] | undefined) ?? [];
  const save = (next: readonly Address[]) => void saveAddresses(dispatch as SaveDispatch, uid, next);
  return (
    <div className="stack">
      {addresses.length === 0 && open === undefined && (
        <p className="muted">No saved addresses yet. Save one to have it filled in at checkout.</p>
      )}
      <ul className="address-cards">
        {addresses.map((address, index) => (
          <li key={keyOf(address)} className="card address-card">
            <address>
              <strong>{address.name}</strong>
              <AddressLines address={address} />
            </address>
            <div className="row">
              {open === undefined && (
                <Button
                  variant="quiet"
                  aria-label={`Edit address ${address.line1}`}
                  onClick={() => setOpen({ address })}
                >
                  Edit
                </Button>
              )}
              <Button
                variant="quiet"
                aria-label={`Remove address ${address.line1}`}
                onClick={() => save(addresses.filter((_, other) => other !== index))}
              >
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <AddressForm
          address={open.address}
          onClose={() => setOpen(undefined)}
          onSave={(address) => {
            setOpen(undefined);
            save(withSaved(addresses, address, open.address));
          }}
        />
      )}
      {open === undefined && addresses.length < ADDRESSES_MAX && (
        <div>
          <Button variant="secondary" onClick={() => setOpen({})}>
            Add an address
          </Button>
        </div>
      )}
    </div>
  );
}
