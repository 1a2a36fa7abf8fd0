// Owns the order of the checkout's steps: one is open, finished ones can be opened again, later ones wait.
import type { Address } from '@savepoint/model/address';
import { type Cart, subtotalCents } from '@savepoint/model/cart';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import { selectDraft } from './checkout-slice.ts';
import { AddressStep, ContactStep, DeliveryStep, describeStep } from './checkout-steps.tsx';
import { CHECKOUT_STEPS, type CheckoutStep, firstIncompleteStep } from './draft-validation.ts';
import { ReviewStep } from './review-step.tsx';
import './checkout.css';

const TITLES: Readonly<Record<CheckoutStep, string>> = {
  contact: 'Contact',
  address: 'Address',
  delivery: 'Delivery',
  review: 'Review and pay',
};

export function CheckoutFlow(props: { lines: Cart; email: string; addresses: readonly Address[] }) {
  const draft = useSelector(selectDraft);
  // After a reload the first step that is not in order is open; a fresh draft starts at the first.
  const [open, setOpen] = useState<CheckoutStep>(() =>
    draft.line1 === '' ? 'contact' : firstIncompleteStep(draft),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the open step
  useEffect(() => {
    if (moved.current) heading.current?.focus();
  }, [open]);

  const go = (step: CheckoutStep) => {
    moved.current = true;
    setOpen(step);
  };
  const next = (step: CheckoutStep) => () => go(CHECKOUT_STEPS[CHECKOUT_STEPS.indexOf(step) + 1] ?? 'review');

  const contents: Readonly<Record<CheckoutStep, ReactNode>> = {
    contact: <ContactStep onContinue={next('contact')} email={props.email} />,
    address: <AddressStep onContinue={next('address')} saved={props.addresses} />,
    delivery: <DeliveryStep onContinue={next('delivery')} subtotal={subtotalCents(props.lines)} />,
    review: <ReviewStep lines={props.lines} />,
  };

  return (
    <ol className="checkout-steps">
      {CHECKOUT_STEPS.map((step, index) => {
        const isOpen = step === open;
        const isDone = CHECKOUT_STEPS.indexOf(open) > index;
        return (
          <li key={step} className={classNames('card checkout-step', isOpen && 'checkout-step-open')}>
            <div className="checkout-step-head">
              <h2 ref={isOpen ? heading : undefined} tabIndex={-1} aria-current={isOpen ? 'step' : undefined}>
                <span className="checkout-number" aria-hidden>
                  {isDone ? <Icon name="check" /> : index + 1}
                </span>
                {TITLES[step]}
              </h2>
              {isDone && (
                <Button
                  variant="quiet"
                  aria-label={`Edit ${TITLES[step].toLowerCase()}`}
                  onClick={() => go(step)}
                >
                  Edit
                </Button>
              )}
            </div>
            {isDone && <p className="muted">{describeStep(step, draft)}</p>}
            {isOpen && contents[step]}
          </li>
        );
      })}
    </ol>
  );
}
