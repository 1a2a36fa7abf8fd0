import { formatShortCents } from '@savepoint/model/money';
import type { Product } from '@savepoint/model/product';
import { RETURN_DAYS } from '@savepoint/model/return-window';
import { describeWorkingDays, homeRate, type ShippingRate } from '@savepoint/model/shipping';
import { type ReactNode, useEffect, useState } from 'react';
import { useShopSettings } from '../../api/settings-endpoints.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { formatDelivery } from '../../lib/format-delivery.ts';

function Fact(props: { icon: IconName; className?: string; title: ReactNode; children?: ReactNode }) {
  return (
    <li className={props.className}>
      <Icon name={props.icon} />
      <div>
        <p className="product-fact-title">{props.title}</p>
        {props.children && <p className="muted">{props.children}</p>}
      </div>
    </li>
  );
}

/**
 * The delivery date of an order placed now in the United States: no other destination is known
 * here. The server renders the delivery time in days, because its page is cached.
 */
function DeliveryFact() {
  const { shipping } = useShopSettings().settings;
  const [now, setNow] = useState<Date>();
  useEffect(() => setNow(new Date()), []);
  const [standard, express] = [homeRate(shipping, 'standard'), homeRate(shipping, 'express')];
  const first = standard ?? express;
  if (first === undefined) return null;
  const inTime = ({ workingDays }: ShippingRate) =>
    now === undefined ? describeWorkingDays(workingDays) : formatDelivery({ workingDays }, now);
  const over = first.freeOverCents;
  return (
    <Fact icon="truck" className="delivery-fact" title={now ? `Get it ${inTime(first)}` : inTime(first)}>
      In the US{over !== undefined && `, free over ${formatShortCents(over)}`}.
      {standard && express && ` ${inTime(express)} with express.`}
    </Fact>
  );
}

/** The most common opinion about the fit, and its share. */
export interface FitAdvice {
  readonly text: string;
  readonly percent: number;
}

/** Facts for the purchase besides price and size: delivery, returns, fit, material. */
export function ProductFacts(props: { product: Product; fit: FitAdvice | undefined }) {
  const { Material, Fit } = props.product.specifications;
  return (
    <ul className="product-facts" aria-label="Good to know">
      <DeliveryFact />
      <Fact icon="return" title={`Free returns within ${RETURN_DAYS} days`}>
        <ShopLink to="/shipping">Shipping and returns</ShopLink>
      </Fact>
      {props.fit && (
        <Fact icon="ruler" title={props.fit.text}>
          Say {props.fit.percent}% of the buyers who told us
        </Fact>
      )}
      {Material && (
        <Fact icon="shirt" title={Material}>
          {Fit && `${Fit} fit`}
        </Fact>
      )}
    </ul>
  );
}
