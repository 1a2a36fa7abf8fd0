import { countryName } from '@savepoint/model/countries';
import { formatCents, formatShortCents } from '@savepoint/model/money';
import { describeWorkingDays, type ShippingRate, zonesToRead } from '@savepoint/model/shipping';
import { DELIVERY_NAMES } from '@savepoint/model/totals';
import { useShopSettings } from '../api/settings-endpoints.ts';
import { PageHead } from '../components/page-head.tsx';
import { PAGE_HEADS } from '../config/page-heads.ts';
import { WrittenPage } from '../features/content/text-page.tsx';

/** `$5.99, free over $50`, or `from $5.99` if it depends on the parcel. */
function describePrice({ tiers, freeOverCents }: ShippingRate): string {
  const lowest = Math.min(...tiers.map(({ cents }) => cents));
  const price = lowest === 0 ? 'Free' : formatCents(lowest);
  return [
    tiers.length > 1 ? `from ${price}` : price,
    ...(freeOverCents === undefined ? [] : [`free over ${formatShortCents(freeOverCents)}`]),
  ].join(', ');
}

/** The /shipping page. It shows the prices that orders are charged. */
export function Component() {
  const { shipping } = useShopSettings().settings;
  return (
    <WrittenPage name="shipping" eyebrow="Help">
      <PageHead {...PAGE_HEADS.shipping} />
      <h2>Delivery</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Option</th>
            <th scope="col">Time</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        {zonesToRead(shipping.zones).map(({ name, rates }) => (
          <tbody key={name}>
            <tr>
              <th scope="rowgroup" colSpan={3}>
                To {name}
              </th>
            </tr>
            {rates.map((rate) => (
              <tr key={rate.id}>
                <th scope="row">{DELIVERY_NAMES[rate.id]}</th>
                <td>{describeWorkingDays(rate.workingDays)}</td>
                <td>{describePrice(rate)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <p>
        Orders are packed on business days. We email you once yours is on its way. The order's page in your
        account shows a tracking link if the carrier provides one.
      </p>
      <p>{shipping.dutiesNotice}</p>
      {shipping.notDeliveredTo.length > 0 && (
        <p>We do not deliver to {shipping.notDeliveredTo.map(countryName).join(', ')}.</p>
      )}
    </WrittenPage>
  );
}
