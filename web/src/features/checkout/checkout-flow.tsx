import type { Address } from '@savepoint/model/address';
import { type Cart, subtotalCents } from '@savepoint/model/cart';
import type { AppliedPromotion, Discounts } from '@savepoint/model/evaluate-promotions';
import type { PromotionRefusal } from '@savepoint/model/promotion-refusal';
import { DELIVERY_NAMES, priceOrder, type Totals } from '@savepoint/model/totals';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import { useCheckoutSettingsQuery } from '../../api/order-endpoints.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import { selectConfirmedSteps, selectDraft } from './checkout-slice.ts';
import { AddressStep, ContactStep, DeliveryStep, describeStep } from './checkout-steps.tsx';
import { CHECKOUT_STEPS, type CheckoutStep, deliveryOf, firstIncompleteStep } from './draft-validation.ts';
import { OrderSummary } from './order-summary.tsx';
import { ReviewStep } from './review-step.tsx';
import './checkout.css';

const TITLES: Readonly<Record<CheckoutStep, string>> = {
  contact: 'Contact',
  address: 'Address',
  delivery: 'Delivery',
  review: 'Review and pay',
};

/** The promotions of the order, as far as the browser knows. */
interface OrderPromotions {
  readonly discounts: Discounts;
  /** What the code of the shopper takes off; absent without a code that applies. */
  readonly applied: AppliedPromotion | undefined;
  /** Whether it is not known yet whether the code applies. */
  readonly isChecking: boolean;
  readonly onCodeRefused: (refusal: PromotionRefusal) => void;
}

interface CheckoutFlowProps {
  /** The lines at today's prices. */
  readonly lines: Cart;
  /** The version of the account's cart that these lines are of; undefined while it is not known. */
  readonly cartVersion: number | undefined;
  readonly email: string;
  /** The addresses saved in the account. */
  readonly addresses: readonly Address[];
  readonly promotions: OrderPromotions;
  /** The field for a promo code. */
  readonly promotionField: ReactNode;
  /** What the shopper has to decide before this can be ordered; undefined for nothing. */
  readonly decisions: ReactNode | undefined;
  /** These lines are ordered; the page is left for the payment. */
  readonly onOrdered: (lines: Cart) => void;
}

interface OrderTotals {
  readonly totals: Totals;
  /** Whether the tax is not known yet. */
  readonly isLoading: boolean;
  readonly onTotalChanged: (quoted: Totals) => void;
}

/**
 * The sums of the order, with tax. Those of the server once it has refused these lines for their
 * total.
 */
function useTotals(lines: Cart, discounts: Discounts): OrderTotals {
  const draft = useSelector(selectDraft);
  const [quoted, setQuoted] = useState<{ readonly totals: Totals; readonly instead: Totals }>();
  // Without the settings an order with tax is refused, and the server says its sums.
  const { data: settings, isLoading } = useCheckoutSettingsQuery();
  const totals = priceOrder(lines, deliveryOf(draft), settings?.taxRate, discounts);
  const isQuoted = quoted !== undefined && shallowEqual(quoted.instead, totals);
  return {
    totals: isQuoted ? quoted.totals : totals,
    isLoading,
    onTotalChanged: (now) => setQuoted({ totals: now, instead: totals }),
  };
}

/**
 * The steps of the checkout beside the order: one is open, completed steps can be reopened, later
 * ones are closed.
 */
export function CheckoutFlow(props: CheckoutFlowProps) {
  const draft = useSelector(selectDraft);
  const confirmed = useSelector(selectConfirmedSteps);
  const { discounts, applied, isChecking, onCodeRefused } = props.promotions;
  const order = useTotals(props.lines, discounts);
  const { totals } = order;
  const [open, setOpen] = useState<CheckoutStep>(() => firstIncompleteStep(draft, confirmed));
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
    review: (
      <ReviewStep
        lines={props.lines}
        cartVersion={props.cartVersion}
        totals={totals}
        code={applied?.code}
        isTotalLoading={order.isLoading || isChecking}
        savedAddresses={props.addresses}
        decisions={props.decisions}
        onTotalChanged={order.onTotalChanged}
        onCodeRefused={onCodeRefused}
        onOrdered={props.onOrdered}
      />
    ),
  };

  return (
    <div className="checkout">
      <OrderSummary
        lines={props.lines}
        totals={totals}
        promotions={discounts.applied}
        promotionField={props.promotionField}
        deliveryName={DELIVERY_NAMES[deliveryOf(draft).id]}
      />
      <ol className="checkout-steps">
        {CHECKOUT_STEPS.map((step, index) => {
          const isOpen = step === open;
          const isComplete = CHECKOUT_STEPS.indexOf(open) > index;
          return (
            <li key={step} className={classNames('card checkout-step', isOpen && 'checkout-step-open')}>
              <div className="checkout-step-head">
                <h2
                  ref={isOpen ? heading : undefined}
                  tabIndex={-1}
                  aria-current={isOpen ? 'step' : undefined}
                >
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
              {isComplete && <p className="muted">{describeStep(step, draft, new Date())}</p>}
              {isOpen && contents[step]}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
