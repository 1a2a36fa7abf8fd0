import { formatCents } from '@savepoint/model/money';
import { DELIVERY_OPTIONS, FREE_SHIPPING_OVER_CENTS } from '@savepoint/model/totals';
import { ProsePage } from '../components/prose-page.tsx';
import { usePageHead } from '../lib/page-head.ts';

/** The /shipping page. Its prices are those that orders are charged. */
export function Component() {
  const threshold = formatCents(FREE_SHIPPING_OVER_CENTS);
  usePageHead({
    title: 'Shipping and returns',
    description: `Standard delivery is free on orders over ${threshold}. What it costs, how long it takes, how to send something back.`,
  });
  return (
    <ProsePage
      eyebrow="Help"
      title="Shipping and returns"
      lead={`Standard delivery is free on orders over ${threshold}.`}
    >
      <h2>Delivery</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Way</th>
            <th scope="col">Time</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {DELIVERY_OPTIONS.map((option) => (
            <tr key={option.id}>
              <th scope="row">{option.name}</th>
              <td>{option.description}</td>
              <td>
                {formatCents(option.cents)}
                {option.freeOverThreshold && `, free over ${threshold}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Orders are packed on working days. Once yours is on its way, its page under Account, Orders carries
        the tracking address.
      </p>
      <h2>Returns</h2>
      <p>
        You have 30 days after delivery. Ask for the return on the page of the order, say what was wrong if
        you like, and send the item back unworn and unwashed. The refund goes to the card you paid with.
      </p>
      <h2>Arrived damaged?</h2>
      <p>Send us a picture through the contact page. We replace it and you keep the story.</p>
    </ProsePage>
  );
}
