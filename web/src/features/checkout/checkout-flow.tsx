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

/** The steps of the checkout: one is open, completed steps can be reopened, later ones are closed. */
export function CheckoutFlow(props: { lines: Cart; email: string; addresses: readonly Address[] }) {
  const draft = useSelector(selectDraft);
  // A reload opens the first incomplete step; a new draft starts at the first.
  const [open, setOpen] = useState<CheckoutStep>(() =>
    draft.line1 === '' ? 'contact' : firstIncompleteStep(draft),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus follows the open step
  useEffect(() => {
    if (hasMoved.current) heading.current?.focus();
  }, [open]);

  const openStep = (step: CheckoutStep) => {
    hasMoved.current = true;
    setOpen(step);
  };
  const continueFrom = (step: CheckoutStep) => () =>
    openStep(CHECKOUT_STEPS[CHECKOUT_STEPS.indexOf(step) + 1] ?? 'review');

  const contents: Readonly<Record<CheckoutStep, ReactNode>> = {
    contact: <ContactStep onContinue={continueFrom('contact')} email={props.email} />,
    address: <AddressStep onContinue={continueFrom('address')} saved={props.addresses} />,
    delivery: <DeliveryStep onContinue={continueFrom('delivery')} subtotal={subtotalCents(props.lines)} />,
    review: <ReviewStep lines={props.lines} />,
  };

  return (
    <ol className="checkout-steps">
      {CHECKOUT_STEPS.map((step, index) => {
        const isOpen = step === open;
        const isComplete = CHECKOUT_STEPS.indexOf(open) > index;
        return (
          <li key={step} className={classNames('card checkout-step', isOpen && 'checkout-step-open')}>
            <div className="checkout-step-head">
              <h2 ref={isOpen ? heading : undefined} tabIndex={-1} aria-current={isOpen ? 'step' : undefined}>
                <span className="checkout-number" aria-hidden>
                  {isComplete ? <Icon name="check" /> : index + 1}
                </span>
                {TITLES[step]}
              </h2>
              {isComplete && (
                <Button
                  variant="quiet"
                  aria-label={`Edit ${TITLES[step].toLowerCase()}`}
                  onClick={() => openStep(step)}
                >
                  Edit
                </Button>
              )}
            </div>
            {isComplete && <p className="muted">{describeStep(step, draft)}</p>}
            {isOpen && contents[step]}
          </li>
        );
      })}
    </ol>
  );
}
