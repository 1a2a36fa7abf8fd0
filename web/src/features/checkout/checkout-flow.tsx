import type { Address } from '@savepoint/model/address';
import { type Cart, lineKey } from '@savepoint/model/cart';
import { deliveryOptions, parcelOf, shippingZone } from '@savepoint/model/shipping';
import { taxRate } from '@savepoint/model/tax';
import { DELIVERY_NAMES, priceOrder, type Totals } from '@savepoint/model/totals';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useShopSettings } from '../../api/settings-endpoints.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import type { CartPromotions, EvaluateCart } from '../../lib/cart-promotions.ts';
import { classNames } from '../../lib/class-names.ts';
import { selectConfirmedSteps, selectDraft } from './checkout-slice.ts';
import { AddressStep, DeliveryStep, describeStep } from './checkout-steps.tsx';
import type { OfferedDelivery } from './delivery-price.tsx';
import { CHECKOUT_STEPS, type CheckoutStep, deliveryOf, firstIncompleteStep } from './draft-validation.ts';
import { OrderSummary } from './order-summary.tsx';
import { ReviewStep } from './review-step.tsx';
import { useStoreCredit } from './use-store-credit.tsx';
import './checkout.css';

const TITLES: Readonly<Record<CheckoutStep, string>> = {
  address: 'Contact and address',
  delivery: 'Delivery',
  review: 'Review and pay',
};

interface CheckoutFlowProps {
  /** The lines at current prices. */
  readonly lines: Cart;
  /** The weight of a unit by line key, if the product specifies it. */
  readonly weights: ReadonlyMap<string, number>;
  /** The version of the account's cart with these lines; undefined while unknown. */
  readonly cartVersion: number | undefined;
  readonly email: string;
  /** The addresses saved in the account. */
  readonly addresses: readonly Address[];
  readonly evaluate: EvaluateCart;
  /** Decisions that the shopper must make before ordering; undefined for none. */
  readonly decisions: ReactNode | undefined;
  /** Called once these lines are ordered; the page is left for the payment. */
  readonly onOrdered: (lines: Cart) => void;
}

interface OrderTotals {
  readonly totals: Totals;
  /** The delivery options of the draft's address; empty if the shop does not deliver there. */
  readonly options: readonly OfferedDelivery[];
  readonly delivery: OfferedDelivery | undefined;
  readonly promotions: CartPromotions;
  /** The notice about duties for that address. */
  readonly dutiesNotice: string | undefined;
  /** True while prices of delivery and tax are unknown. */
  readonly isLoading: boolean;
  readonly onTotalChanged: (quoted: Totals) => void;
}

/**
 * The totals of the order, with delivery and tax. After a rejection, the server's: its settings may
 * be newer than the browser's.
 */
function useTotals({ lines, weights, evaluate }: CheckoutFlowProps): OrderTotals {
  const draft = useSelector(selectDraft);
  const [quoted, setQuoted] = useState<{ readonly refused: string; readonly totals: Totals }>();
  const { settings, isLoading } = useShopSettings();
  const { shipping, tax } = settings;
  const weighed = lines.map((line) => ({ ...line, grams: weights.get(lineKey(line)) }));
  const options = deliveryOptions(shipping, draft, parcelOf(weighed, shipping)).map((each) => ({
    ...each,
    paidCents: each.cents - evaluate(each).discounts.shippingCents,
  }));
  const delivery = deliveryOf(draft, options);
  const option = delivery ?? { id: draft.delivery, cents: 0 };
  const promotions = evaluate(option);
  const totals = priceOrder(lines, option, taxRate(tax, draft), promotions.discounts);
  const key = JSON.stringify([totals, draft.country, draft.region, delivery?.id]);
  const known = quoted?.refused === key ? quoted.totals : totals;
  return {
    totals: known,
    options,
    delivery: delivery && { ...delivery, paidCents: known.shippingCents },
    promotions,
    dutiesNotice: shippingZone(shipping, draft)?.isAbroad ? shipping.dutiesNotice : undefined,
    isLoading,
    onTotalChanged: (changed) => setQuoted({ refused: key, totals: changed }),
  };
}

/**
 * The steps of the checkout beside the order: one is open, completed steps can be reopened, later
 * ones are closed.
 */
export function CheckoutFlow(props: CheckoutFlowProps) {
  const draft = useSelector(selectDraft);
  const confirmed = useSelector(selectConfirmedSteps);
  const order = useTotals(props);
  const { totals, options, delivery, promotions } = order;
  const credit = useStoreCredit()(totals.totalCents);
  const [chosen, setChosen] = useState<CheckoutStep>();
  // A shopper with a known address starts at the review, as soon as it is known.
  const open = chosen ?? firstIncompleteStep(draft, confirmed);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus follows the open step
  useEffect(() => {
    if (hasMoved.current) heading.current?.focus();
  }, [open]);

  const openStep = (step: CheckoutStep) => {
    hasMoved.current = true;
    setChosen(step);
  };
  const continueFrom = (step: CheckoutStep) => () =>
    openStep(CHECKOUT_STEPS[CHECKOUT_STEPS.indexOf(step) + 1] ?? 'review');

  const contents: Readonly<Record<CheckoutStep, ReactNode>> = {
    address: <AddressStep onContinue={continueFrom('address')} email={props.email} saved={props.addresses} />,
    delivery: (
      <DeliveryStep
        onContinue={continueFrom('delivery')}
        options={options}
        dutiesNotice={order.dutiesNotice}
      />
    ),
    review: (
      <ReviewStep
        lines={props.lines}
        cartVersion={props.cartVersion}
        delivery={delivery?.id ?? draft.delivery}
        totals={totals}
        creditCents={credit.creditCents}
        code={promotions.code}
        isTotalLoading={order.isLoading || promotions.isChecking || delivery === undefined}
        savedAddresses={props.addresses}
        decisions={props.decisions}
        onTotalChanged={order.onTotalChanged}
        onCodeRefused={promotions.onCodeRefused}
        onOrdered={props.onOrdered}
      />
    ),
  };

  return (
    <div className="checkout">
      <OrderSummary
        lines={props.lines}
        totals={totals}
        promotions={promotions}
        credit={credit}
        deliveryName={DELIVERY_NAMES[delivery?.id ?? draft.delivery]}
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
              {isComplete && <p className="muted">{describeStep(step, draft, delivery, new Date())}</p>}
              {isOpen && contents[step]}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
