import { DELIVERY_ZONES, describeWorkingDays } from '@savepoint/model/delivery-zones';
import { formatCents } from '@savepoint/model/money';
import { RETURN_DAYS } from '@savepoint/model/return-window';
import { DELIVERY_NAMES, FREE_SHIPPING_OVER_CENTS } from '@savepoint/model/totals';
import { PageHead } from '../components/page-head.tsx';
import { ProsePage } from '../components/prose-page.tsx';
import { DUTIES_NOTICE } from '../config/duties-notice.ts';
import { PAGE_HEADS } from '../config/page-heads.ts';

/** The /shipping page. Its prices are those that orders are charged. */
export function Component() {
  const threshold = formatCents(FREE_SHIPPING_OVER_CENTS).replace(/\.00$/, '');
  return (
    <ProsePage
      eyebrow="Help"
      title="Shipping and returns"
      lead={`Standard delivery within the United States is free on orders over ${threshold}.`}
    >
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
        {DELIVERY_ZONES.map(({ name, options }) => (
          <tbody key={name}>
            <tr>
              <th scope="rowgroup" colSpan={3}>
                To {name}
              </th>
            </tr>
            {options.map((option) => (
              <tr key={option.id}>
                <th scope="row">{DELIVERY_NAMES[option.id]}</th>
                <td>{describeWorkingDays(option.workingDays)}</td>
                <td>
                  {formatCents(option.cents)}
                  {option.freeOverThreshold && `, free over ${threshold}`}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <p>
        Orders are packed on working days. We email you once yours is on its way. The order's page in your
        account shows a tracking link if the courier provides one.
      </p>
      <p>{DUTIES_NOTICE}</p>
      <h2>Returns</h2>
      <p>
        Returns are free. You have {RETURN_DAYS} days from delivery to request one. Request it on the order
        page, tell us what was wrong if you like, and send the item back unworn and unwashed. We refund the
        card you paid with.
      </p>
      <h2>Arrived damaged?</h2>
      <p>Tell us through the contact page. We will replace it, and you keep the story.</p>
    </ProsePage>
  );
}
